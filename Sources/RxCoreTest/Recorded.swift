import RxCore

/// A moment of a test scheduler's time.
public typealias TestTime = Int

/// A value, most often an event, with the virtual time at which it was seen or shall be sent.
public struct Recorded<Value: Sendable>: Sendable {
  /// The virtual time.
  public let time: TestTime
  /// What happens then.
  public let value: Value

  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }
}

extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomDebugStringConvertible {
  public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded {
  /// An element at a time.
  public static func next<Element>(_ time: TestTime, _ element: Element) -> Recorded
  where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// The completion at a time.
  public static func completed<Element>(
    _ time: TestTime, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }

  /// An error at a time.
  public static func error<Element>(
    _ time: TestTime, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// A list of recorded events; saves naming their type.
  public static func events<Element>(
    _ recordedEvents: Recorded<Event<Element>>...
  ) -> [Recorded<Event<Element>>] where Value == Event<Element> {
    recordedEvents
  }

  /// The same of an array.
  public static func events<Element>(
    _ recordedEvents: [Recorded<Event<Element>>]
  ) -> [Recorded<Event<Element>>] where Value == Event<Element> {
    recordedEvents
  }
}
