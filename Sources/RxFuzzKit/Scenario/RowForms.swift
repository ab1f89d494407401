// Rows that stand for graphs of other rows: another way to write something that has its meaning already.

extension OperatorRow {
  /// What a form means, from the parameters behind it and the inputs.
  typealias Meaning = @Sendable (_ parameters: [Int], _ inputs: [Chain]) -> Chain

  /// A row with one parameter more, in front: which of these forms it is.
  static func forms(
    _ name: String, _ parameters: [ParameterKind] = [], inputs: ClosedRange<Int> = 1...1,
    weight: Int = 2, traits: Traits = [], _ forms: KeyValuePairs<String, Meaning>
  ) -> OperatorRow {
    let meanings = forms.map(\.value)
    return OperatorRow(
      name, [.form(forms.map(\.key))] + parameters, inputs: inputs, weight: weight, traits: traits
    ) { meanings[$0[0]](Array($0.dropFirst()), $1) }
  }

  /// The names of its forms; empty where it has one form only.
  public var forms: [String] {
    guard case .form(let names)? = parameters.first else { return [] }
    return names
  }
}

extension Chain {
  /// The same graph with each row that stands for others replaced by those.
  var plain: Chain {
    let inputs = inputs.map(\.plain)
    guard let meaning = Catalogue.row(named: row)?.standsFor else {
      return Chain(row, parameters, inputs: inputs)
    }
    return meaning(parameters, inputs)
  }

  /// The graph with an operator of one input behind it.
  func then(_ row: String, _ parameters: Int...) -> Chain {
    Chain(row, parameters, inputs: [self])
  }

  /// As the trait that it is converted to.
  var asSingle: Chain { then("asSingle") }
  var asMaybe: Chain { then("asMaybe") }
  var asCompletable: Chain { then("ignoreElements") }
  var asInfallible: Chain { then("asInfallible", RowForms.elementForErrors) }
  /// With errors of one type only.
  var asTyped: Chain { Chain("catch", inputs: [self, Chain("error")]) }
}

/// What adapters and models agree on.
public enum RowForms {
  /// The payload that stands for an error where a row makes a sequence infallible.
  public static let elementForErrors = 1

  /// The predicate, count or attempts that a form makes of its number.
  public static func predicate(_ number: Int) -> Int { number & 3 }
  public static func count(_ number: Int) -> Int { number & 3 }
}
