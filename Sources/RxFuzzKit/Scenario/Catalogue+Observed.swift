// Rows that let the graph see what operators do beside passing events on: which handlers they call, what their inner
// sequences are.

extension Catalogue {
  static let observed: [OperatorRow] = [
    OperatorRow(
      "doCounted", [.form(["observable", "single", "maybe", "completable", "infallible"])],
      weight: 3, model: .handlersCounted
    ) { Chain("doCounted", $0, inputs: [converted($1[0], to: $0[0])]) },
    OperatorRow("groups", weight: 3, traits: .combines, model: .groups),
    OperatorRow(
      "windows", [.milliseconds(4...8), .count(1...3), .queue], weight: 1,
      traits: [.asynchronous, .timed, .combines], model: .windows),
  ]

  private static func converted(_ chain: Chain, to form: Int) -> Chain {
    switch form {
    case 1: chain.asSingle
    case 2: chain.asMaybe
    case 3: chain.asCompletable
    case 4: chain.asInfallible
    default: chain
    }
  }
}
