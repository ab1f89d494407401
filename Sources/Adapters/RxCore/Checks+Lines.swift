import RxCore
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line of `debug`, without the name.
struct DebugLine: Sendable {
  let time: String
  let text: String
}

/// Who reads the lines of `debug`, by the name that a line has. What nobody waits for is dropped: the work of writing is
/// raced, the terminal is not.
enum DebugReaders {
  private static let readers = CheckedState<[String: @Sendable (DebugLine) -> Void]>([:])
  /// The time stands first, as long as this, for example `2026-02-28 09:30:00.123`.
  private static let timeLength = 23
  private static let colon = ": "
  private static let arrow = " -> "

  static let installed: Void = { Hooks.debugOutput = { pass($0) } }()

  static func add(_ name: String, _ reader: @escaping @Sendable (DebugLine) -> Void) {
    _ = installed
    readers.withLock { $0[name] = reader }
  }

  static func remove(_ name: String) { readers.withLock { $0[name] = nil } }

  private static func pass(_ line: String) {
    let time = line.prefix(timeLength)
    var rest = line.dropFirst(timeLength)
    guard rest.hasPrefix(colon) else { return }
    rest = rest.dropFirst(colon.count)
    let name = rest.prefix { $0 != "-" }.dropLast()
    guard !name.isEmpty, let reader = readers.withLock({ $0[String(name)] }) else { return }
    let text = rest.dropFirst(name.count + arrow.count)
    reader(DebugLine(time: String(time), text: String(text)))
  }

  /// The time of day as such a line shows it, without the milliseconds.
  static func now() -> String {
    // `time` may be behind this clock, which lines go by.
    var (now, parts) = (timespec(), tm())
    clock_gettime(CLOCK_REALTIME, &now)
    localtime_r(&now.tv_sec, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}

/// An element whose text is as long as one wants it.
private struct LongText: CustomStringConvertible, Sendable {
  let description: String
  init(_ letter: Character, length: Int) {
    description = String(letter) + String(repeating: "x", count: length - 2) + "z"
  }
}

/// What `debug` writes of the events that it passes on, which may be disposed meanwhile.
final class DebugLinesRun: LibraryCheckRun {
  /// How it ends, whether it is disposed, whether its lines are cut.
  static let ways = CheckedEnd.count * 2 * 2
  private static let count = Atomic<Int>(0)
  /// The longest text that is not cut, and how much is left of a longer one on either side.
  private static let lengthMax = 40
  private static let lengthKept = 20
  private let name: String
  private let lines = CheckedState<[DebugLine]>([])
  private let times = CheckedState<[String]>([])
  private let seen = CheckedState<[String]>([])
  private let subject = PublishSubject<LongText>()
  private let subscription = SingleAssignmentDisposable()
  private let end: CheckedEnd
  private let isDisposed: Bool
  private let isCut: Bool
  private let isPlaced: Bool
  private let number: Int
  private let elements: [LongText]

  init(_ way: Int) {
    isCut = way.isMultiple(of: 2)
    end = CheckedEnd(rawValue: way / 2 % CheckedEnd.count) ?? .none
    isDisposed = way > 2 * CheckedEnd.count
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    // With a name of its own, or the place of the call.
    isPlaced = number.isMultiple(of: 2)
    name = isPlaced ? "Run\(number).swift:7 (run)" : "run \(number)"
    elements = [
      LongText("a", length: 2), LongText("b", length: Self.lengthMax),
      LongText("c", length: Self.lengthMax + 1),
    ]
  }

  func perform(queue: Int) {
    if queue == 1 {
      if isDisposed { subscription.dispose() }
      return
    }
    times.withLock { $0.append(DebugReaders.now()) }
    DebugReaders.add(name) { [weak self] line in self?.lines.withLock { $0.append(line) } }
    let source = debugged()
    subscription.setDisposable(
      source.subscribe(
        onNext: { [self] element in see("Event next(\(element))") },
        onError: { [self] _ in see("Event error(\(FuzzError(code: 1)))") },
        onCompleted: { [self] in see("Event completed") }))
    for element in elements { subject.onNext(element) }
    switch end {
    case .completion: subject.onCompleted()
    case .failure: subject.onError(FuzzError(code: 1))
    case .none: break
    }
    times.withLock { $0.append(DebugReaders.now()) }
  }

  /// The subject with its lines, as an observable or, where it does not fail, as one that cannot.
  private func debugged() -> Observable<LongText> {
    if end != .failure, number % 4 > 1 {
      let source = subject.asInfallible(onErrorFallbackTo: .empty())
      if isPlaced {
        return source.debug(
          trimOutput: isCut, file: "Some/Run\(number).swift", line: 7, function: "run"
        ).asObservable()
      }
      return (isCut ? source.debug(name, trimOutput: true) : source.debug(name)).asObservable()
    }
    if isPlaced {
      return subject.debug(
        trimOutput: isCut, file: "Some/Run\(number).swift", line: 7, function: "run")
    }
    return isCut ? subject.debug(name, trimOutput: true) : subject.debug(name)
  }

  private func see(_ text: String) { seen.withLock { $0.append(text) } }

  /// The lines of all events, in their order.
  private var expected: [String] {
    let ends: [String] =
      switch end {
      case .completion: ["Event completed"]
      case .failure: ["Event error(\(FuzzError(code: 1)))"]
      case .none: []
      }
    return elements.map { "Event next(\(cut($0.description)))" } + ends
  }

  private func cut(_ text: String) -> String {
    guard isCut, text.count > Self.lengthMax else { return text }
    return "\(text.prefix(Self.lengthKept))...\(text.suffix(Self.lengthKept))"
  }

  func fault() -> LibraryCheckFault? {
    subscription.dispose()
    DebugReaders.remove(name)
    let lines = lines.withLock { $0 }
    let events = lines.map(\.text).filter { $0.hasPrefix("Event") }
    let count = seen.withLock { $0.count }
    guard isDisposed ? expected.starts(with: events) : events == expected else {
      return LibraryCheckFault(.val1, "debug writes other events than it passes on")
    }
    // A line is written before its event is passed on, which a disposal may keep back.
    guard isDisposed ? count <= events.count : count == events.count else {
      return LibraryCheckFault(.val1, "debug passes on what it does not write")
    }
    let others = lines.map(\.text).filter { !$0.hasPrefix("Event") }
    guard others == ["subscribed", "isDisposed"], lines.first?.text == "subscribed" else {
      return LibraryCheckFault(.disp5, "debug does not write of subscription and disposal once")
    }
    let (first, last) = times.withLock { ($0[0], $0[1]) }
    // The last line may be that of the disposal, which comes later.
    for line in lines where line.text.hasPrefix("Event") {
      let second = String(line.time.dropLast(4))
      guard (first...last).contains(second), Self.isFraction(line.time.suffix(4)) else {
        return LibraryCheckFault(.val1, "debug writes another time than that of the event")
      }
    }
    return nil
  }

  /// Whether that is a dot and three digits.
  private static func isFraction(_ text: Substring) -> Bool {
    text.first == "." && text.count == 4 && text.dropFirst().allSatisfy(\.isNumber)
  }
}
