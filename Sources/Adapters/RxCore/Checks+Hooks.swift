import RxCore
import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Errors that nobody handles: they go to the hook, with the call stack of their subscription where that is recorded.
///
/// Hooks belong to the process: queue 0 alone changes them, and changes them back, while the other one does nothing.
final class HooksRun: LibraryCheckRun {
  /// Where the error comes from, and whether call stacks are recorded.
  static let ways = 2 * Place.allCases.count
  private enum Place: Int, CaseIterable {
    /// A subscription without a handler.
    case subscription
    /// The same, with an object.
    case object
    /// What is bound to a property.
    case binder
    /// What a handler throws after an error or a completion that it cannot stop any more.
    case afterError, afterCompleted
    /// The hook's own answer, which writes a line.
    case line
  }

  /// Told from the errors that other checks leave to the hook at the same time.
  private struct OwnError: Error, Equatable {
    let number: Int
    let run: ObjectIdentifier
  }

  private let subject = PublishSubject<Int>()
  private let place: Place
  private let isRecorded: Bool
  private let calls = CheckedState<[String]>([])
  private let isAsExpected = CheckedState<Bool>(true)
  /// What holds until somebody changes it, which only these runs do.
  private static let defaultHandler = Hooks.defaultErrorHandler
  private static let recordsByDefault = Hooks.recordCallStackOnError

  init(_ way: Int) {
    isRecorded = way.isMultiple(of: 2)
    place = Place(rawValue: way / 2 % Place.allCases.count) ?? .subscription
    _ = (Self.defaultHandler, Self.recordsByDefault)
  }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let (handler, capture) = (
      Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack
    )
    // Nothing is captured until somebody says that it shall be, and how.
    expect(!Self.recordsByDefault && capture().isEmpty)
    Hooks.defaultErrorHandler = { [self] stack, error in
      guard let error = error as? OwnError, error.run == ObjectIdentifier(self) else {
        return handler(stack, error)
      }
      calls.withLock { $0.append("\(stack.joined()) error \(error.number)") }
    }
    Hooks.customCaptureSubscriptionCallstack = { ["here"] }
    Hooks.recordCallStackOnError = isRecorded
    expect(Hooks.recordCallStackOnError == isRecorded)
    expect(Hooks.customCaptureSubscriptionCallstack() == ["here"])
    act()
    Hooks.recordCallStackOnError = false
    expect(!Hooks.recordCallStackOnError)
    Hooks.customCaptureSubscriptionCallstack = capture
    Hooks.defaultErrorHandler = handler
  }

  private func act() {
    let sent = OwnError(number: 1, run: ObjectIdentifier(self))
    let thrown = OwnError(number: 2, run: ObjectIdentifier(self))
    switch place {
    case .subscription:
      _ = subject.subscribe(onNext: { _ in })
      subject.onError(sent)
    case .object:
      _ = subject.subscribe(with: self, onNext: { _, _ in })
      subject.onError(sent)
    case .binder:
      Binder<Int>(self, scheduler: ImmediateScheduler.instance) { _, _ in }.onError(sent)
    case .afterError:
      _ = subject.do(afterError: { _ in throw thrown }).subscribe(onError: { _ in })
      subject.onError(sent)
    case .afterCompleted:
      _ = subject.do(afterCompleted: { throw thrown }).subscribe(onError: { _ in })
      subject.onCompleted()
    case .line:
      // Others may write there at the same time.
      let line = "Unhandled error happened: \(thrown)\n"
      expect(Self.line(of: thrown).ranges(of: line).count == 1)
    }
  }

  private func expect(_ isTrue: Bool) {
    if !isTrue { isAsExpected.withLock { $0 = false } }
  }

  func fault() -> LibraryCheckFault? {
    let stack = isRecorded ? "here" : ""
    let expected: [String] =
      switch place {
      case .subscription: ["\(stack) error 1"]
      case .object, .binder: [" error 1"]
      case .afterError, .afterCompleted: [" error 2"]
      case .line: []
      }
    guard calls.withLock({ $0 }) == expected else {
      return LibraryCheckFault(.err1, "an error that nobody handles does not reach the hook once")
    }
    guard isAsExpected.withLock({ $0 }) else {
      return LibraryCheckFault(.val1, "a hook is not what it was set to")
    }
    return nil
  }

  /// What the hook writes by itself on the standard error.
  private static func line(of error: any Error) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return "" }
    let before = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    defaultHandler([], error)
    dup2(before, STDERR_FILENO)
    close(before)
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &bytes, bytes.count)
    close(ends[0])
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
