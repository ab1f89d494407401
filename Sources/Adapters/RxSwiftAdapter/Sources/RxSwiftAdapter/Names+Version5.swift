import RxFuzzKit
@preconcurrency import RxSwift

// Version 5, by the names of version 6. Infallible sequences, the forms of the traits and what came with version 6 are rows
// that it lacks: their files are left out by the manifest.

extension Bindings {
  static let ofVersion6: [String: OperatorBinding] = [
    "ignoreElements": unary { _, _, input in
      input.ignoreElements().asObservable().map(unreachable)
    },
    "takeWhile": unary { iteration, parameters, input in
      let test = test(parameters[0], iteration)
      return parameters[1] == 1
        ? input.takeUntil(.inclusive, predicate: { !test($0) }) : input.takeWhile(test)
    },
  ]
  static let traits: [String: OperatorBinding] = [:]
  static let formsOfTime: [String: OperatorBinding] = [:]
  static let forms: [String: OperatorBinding] = [:]
  static let observed: [String: OperatorBinding] = [:]

  /// The combination of a row's elements.
  static func combine(_ tokens: [Int]) -> Int {
    tokens.dropFirst().reduce(tokens[0]) { Token.combining($0, $1) }
  }
}

extension Primitives {
  static func builtBag(_ held: any Disposable) -> (any PrimitiveUnderTest)? { nil }
}

typealias TakeBehavior = TakeUntilBehavior

extension ObservableType {
  func `catch`(
    _ handler: @escaping (any Error) throws -> Observable<Element>
  ) -> Observable<Element> { catchError(handler) }
  static func `catch`<Sequence: Swift.Sequence>(
    sequence: Sequence
  ) -> Observable<Element> where Sequence.Element == Observable<Element> { catchError(sequence) }
  func catchAndReturn(_ element: Element) -> Observable<Element> { catchErrorJustReturn(element) }
  func retry<Trigger: ObservableType>(
    when handler: @escaping (Observable<any Error>) -> Trigger
  ) -> Observable<Element> { retryWhen(handler) }
  func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    observeOn(scheduler)
  }
  func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    subscribeOn(scheduler)
  }
  func element(at index: Int) -> Observable<Element> { elementAt(index) }
  func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    skipWhile(predicate)
  }
  func skip<Other: ObservableType>(until other: Other) -> Observable<Element> { skipUntil(other) }
  func take(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    takeWhile(predicate)
  }
  func take<Other: ObservableType>(until other: Other) -> Observable<Element> { takeUntil(other) }
  func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior
  ) -> Observable<Element> { takeUntil(behavior, predicate: predicate) }
  func take(for span: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    take(span, scheduler: scheduler)
  }
}
