@preconcurrency import OpenCombine
@preconcurrency import OpenCombineDispatch
import RxFuzzKit

extension Bindings {
  /// Rows that some versions lack.
  static let ofVersions: [String: OperatorBinding] = {
    var table: [String: OperatorBinding] = [:]
    #if HAS_ZIP
      table["zip"] = OperatorBinding { iteration, _, inputs in
        let (canary, streams) = (iteration.canary, inputs.map(stream))
        guard streams.count > 2 else {
          return PublisherBox(
            streams[0].zip(streams[1]) {
              canary.touch()
              return Token.combining($0, $1)
            })
        }
        return PublisherBox(
          streams[0].zip(streams[1], streams[2]) {
            canary.touch()
            return Token.combining(Token.combining($0, $1), $2)
          })
      }
    #endif
    #if HAS_CATCH
      table["catch"] = OperatorBinding { iteration, _, inputs in
        let (canary, other) = (iteration.canary, stream(inputs[1]))
        return PublisherBox(
          stream(inputs[0]).catch { _ in
            canary.touch()
            return other
          })
      }
      table["catchThrows"] = OperatorBinding { iteration, parameters, inputs in
        let (canary, predicate) = (iteration.canary, parameters[0])
        let other = stream(inputs[1])
        return PublisherBox(
          stream(inputs[0]).tryCatch { error throws -> AnyPublisher<Int, FuzzError> in
            canary.touch()
            guard !accepts(max(0, error.code), predicate: predicate) else {
              throw FuzzError(code: 0)
            }
            return other
          }.mapError(fuzzError))
      }
    #endif
    #if HAS_RETRY
      table["retry"] = unary { _, parameters, input in PublisherBox(input.retry(parameters[0] - 1))
      }
    #endif
    #if HAS_SWITCHTOLATEST
      table["flatMapLatest"] = choosing { outer, choose in
        PublisherBox(outer.map(choose).switchToLatest())
      }
      table["switchLatest"] = choosing { outer, choose in
        PublisherBox(outer.map(choose).switchToLatest())
      }
    #endif
    #if HAS_PREFIXUNTILOUTPUT
      table["takeUntil"] = OperatorBinding { _, _, inputs in
        PublisherBox(stream(inputs[0]).prefix(untilOutputFrom: stream(inputs[1])))
      }
    #endif
    #if HAS_DEBOUNCE
      table["debounce"] = unary { iteration, parameters, input in
        PublisherBox(
          input.debounce(
            for: .milliseconds(parameters[0]), scheduler: iteration.queue(parameters[1]).ocombine))
      }
    #endif
    #if HAS_THROTTLE
      table["throttle"] = unary { iteration, parameters, input in
        PublisherBox(
          input.throttle(
            for: .milliseconds(parameters[0]), scheduler: iteration.queue(parameters[1]).ocombine,
            latest: parameters[2] == 1))
      }
    #endif
    #if HAS_TIMEOUT
      table["timeout"] = unary { iteration, parameters, input in
        PublisherBox(
          input.timeout(
            .milliseconds(parameters[0]), scheduler: iteration.queue(parameters[1]).ocombine,
            customError: { FuzzError(code: FuzzError.codeOfOthers) }))
      }
    #endif
    return table
  }()
}
