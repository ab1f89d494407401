@preconcurrency import OpenCombine
import RxFuzzKit

extension Bindings {
  /// Operators that end by themselves, where they do it otherwise than the catalogue says: see `Meanings`.
  static let ends: [String: OperatorBinding] = [
    "elementAt": unary { _, parameters, input in PublisherBox(input.output(at: parameters[0])) },
    "takeLast": unary { _, _, input in PublisherBox(input.last()) },
    "takeWhile": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return PublisherBox(
        input.prefix(while: {
          canary.touch()
          return accepts(Token.payload($0), predicate: predicate)
        }))
    },
  ]
}
