@preconcurrency import ReactiveSwift
import RxFuzzKit

extension Bindings {
  /// Rows that some versions lack, or call otherwise.
  static let ofVersions: [String: OperatorBinding] = {
    var table: [String: OperatorBinding] = [:]
    table["compactMap"] = unary { iteration, parameters, input in
      let accepted = test(parameters[0], iteration)
      #if HAS_COMPACTMAP
        return input.compactMap { accepted($0) ? $0 : nil }
      #else
        return input.filterMap { accepted($0) ? $0 : nil }
      #endif
    }
    #if HAS_FLATTEN_THROTTLE
      table["flatMapFirst"] = choosing(.throttle)
    #endif
    // `take(while:)` leaves the element out that ends it, `take(until:)` passes it on; both go on while it is true.
    #if HAS_TAKE_UNTIL
      table["takeWhile"] = unary { iteration, parameters, input in
        let accepted = test(parameters[0], iteration)
        return parameters[1] == 1 ? input.take(until: accepted) : input.take(while: accepted)
      }
      table["takeUntilPredicate"] = unary { iteration, parameters, input in
        let accepted = test(parameters[0], iteration)
        let goesOn: (Int) -> Bool = { !accepted($0) }
        return parameters[1] == 1 ? input.take(until: goesOn) : input.take(while: goesOn)
      }
    #endif
    return table
  }()
}
