@preconcurrency import OpenCombine
import RxFuzzKit

extension Bindings {
  /// Rows that the core of this repository lacks.
  static let own: [String: OperatorBinding] = [
    "collectCount": unary { _, parameters, input in
      PublisherBox(input.collect(parameters[0]).map(fold))
    },
    "reduction": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[1])
      let accepted: (Int) -> Bool = {
        canary.touch()
        return accepts(Token.payload($0), predicate: predicate)
      }
      let ascending: (Int, Int) -> Bool = {
        canary.touch()
        return Token.payload($0) < Token.payload($1)
      }
      let number = { Token.make(payload: $0, emission: 0) }
      return switch parameters[0] {
      case 0: PublisherBox(input.count().map(number))
      case 1: PublisherBox(input.contains(where: accepted).map { number($0 ? 1 : 0) })
      case 2: PublisherBox(input.allSatisfy(accepted).map { number($0 ? 1 : 0) })
      case 3: PublisherBox(input.min(by: ascending))
      case 4: PublisherBox(input.max(by: ascending))
      case 5: PublisherBox(input.first(where: accepted))
      default: PublisherBox(input.last(where: accepted))
      }
    },
    "publisherOp": forms("publisherOp", publisherForms),
    "given": forms("given", givenForms),
  ].compactMapValues { $0 }

  /// One form of a row: from the parameters behind the form, and the inputs.
  typealias FormBuild =
    @Sendable (Iteration, [Int], [AnyPublisher<Int, FuzzError>]) -> PublisherBox

  /// A row with forms; nil where one of them is missing.
  static func forms(_ row: String, _ builds: [String: FormBuild]) -> OperatorBinding? {
    let names = Catalogue.row(named: row)?.forms ?? []
    let inOrder = names.compactMap { builds[$0] }
    guard inOrder.count == names.count else { return nil }
    return OperatorBinding { iteration, parameters, inputs in
      inOrder[parameters[0]](iteration, Array(parameters.dropFirst()), inputs.map(stream))
    }
  }

  private static let publisherForms: [String: FormBuild] = [
    "buffer": { _, _, s in
      PublisherBox(s[0].buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest))
    },
    "bufferKeepFull": { _, _, s in
      PublisherBox(s[0].buffer(size: 1000, prefetch: .keepFull, whenFull: .dropOldest))
    },
    "boundedFlatMap": { iteration, _, s in
      let canary = iteration.canary
      return PublisherBox(
        s[0].buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
          .flatMap(maxPublishers: .max(1)) { token -> AnyPublisher<Int, FuzzError> in
            canary.touch()
            return AnyPublisher(Just(token).setFailureType(to: FuzzError.self))
          })
    },
    "subjectSubscriber": { _, _, s in
      PublisherBox(
        BridgePublisher { subject in
          let connection = s[0].subscribe(subject)
          // The subject is there until its connection has been cancelled.
          return AnyCancellable { withExtendedLifetime(subject) { connection.cancel() } }
        })
    },
    "assign": { iteration, _, s in
      let canary = iteration.canary
      return PublisherBox(
        BridgePublisher { subject in
          let target = AssignedVariable(subject, canary)
          return s[0].handleEvents(receiveCompletion: { subject.send(completion: $0) })
            .catch { _ in Empty(completeImmediately: false) }
            .assign(to: \.token, on: target)
        })
    },
    "tap": { iteration, _, s in
      let canary = iteration.canary
      return PublisherBox(
        s[0].handleEvents(
          receiveSubscription: { _ in canary.touch() }, receiveOutput: { _ in canary.touch() },
          receiveCompletion: { _ in canary.touch() }, receiveCancel: { canary.touch() },
          receiveRequest: { _ in canary.touch() }))
    },
    "mapError": { iteration, _, s in
      let canary = iteration.canary
      return PublisherBox(
        s[0].mapError { error -> FuzzError in
          canary.touch()
          return error
        })
    },
    "keyPath": { _, _, s in PublisherBox(s[0].map(\.self)) },
    "replaceNil": { _, _, s in
      PublisherBox(s[0].map { Optional($0) }.replaceNil(with: 0))
    },
    "breakpoint": { iteration, _, s in
      let canary = iteration.canary
      return PublisherBox(
        s[0].breakpoint(receiveOutput: { _ in
          canary.touch()
          return false
        }))
    },
    "tryScan": { iteration, _, s in
      let canary = iteration.canary
      return PublisherBox(
        s[0].tryScan(0) { (_, token) throws -> Int in
          canary.touch()
          return token
        }.mapError(fuzzError))
    },
  ]

  private static let givenForms: [String: FormBuild] = [
    "just": { _, p, _ in PublisherBox(Just(p[0]).setFailureType(to: FuzzError.self)) },
    "result": { _, p, _ in PublisherBox(Result<Int, FuzzError>.success(p[0]).ocombine.publisher) },
    "resultError": { _, _, _ in
      PublisherBox(Result<Int, FuzzError>.failure(FuzzError(code: 0)).ocombine.publisher)
    },
    "optional": { _, p, _ in
      PublisherBox(Optional<Int>.OCombine.Publisher(p[0]).setFailureType(to: FuzzError.self))
    },
    "record": { _, p, _ in
      PublisherBox(Record<Int, FuzzError>(output: [p[0], p[0]], completion: .finished))
    },
    "recordError": { _, p, _ in
      PublisherBox(Record(output: [p[0]], completion: .failure(FuzzError(code: 0))))
    },
  ]

  /// The one element that a list stands for.
  static let fold: @Sendable ([Int]) -> Int = { tokens in
    tokens.reduce(Token.make(payload: 0, emission: 0)) { Token.combining($0, $1) }
  }
}
