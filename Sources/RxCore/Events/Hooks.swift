/// Process-wide hooks.
///
/// Thread-safety: read and replaced from any thread; a replacement is seen by calls that start after it.
public enum Hooks {
  /// Called with the subscription's call stack, if it was recorded, and the error when a subscription without
  /// `onError` fails.
  public typealias DefaultErrorHandler =
    @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void
  /// Captures the current call stack as symbols.
  public typealias CustomCaptureSubscriptionCallstack = @Sendable () -> [String]

  /// What happens to an error that nobody handles; by default one line on the standard error.
  public static var defaultErrorHandler: DefaultErrorHandler {
    get { values.read().defaultErrorHandler }
    set { values.update { $0.defaultErrorHandler = newValue } }
  }

  /// Whether a subscription without `onError` captures its call stack when it is made; false by default, because
  /// capturing takes much longer than subscribing.
  public static var recordCallStackOnError: Bool {
    get { isRecording.isOn }
    set { isRecording.turn(newValue) }
  }

  /// How a call stack is captured for `defaultErrorHandler`; by default it is empty, because
  /// capturing needs Foundation.
  public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
    get { values.read().capture }
    set { values.update { $0.capture = newValue } }
  }

  /// Where `debug` writes its lines; by default the standard output.
  public static var debugOutput: @Sendable (String) -> Void {
    get { values.read().debugOutput }
    set { values.update { $0.debugOutput = newValue } }
  }

  static func unhandled(_ error: any Error) { values.read().defaultErrorHandler([], error) }

  /// What an observer without `onError` does with an error, if that depends on the place of its subscription.
  static func handlerOfSubscription() -> (@Sendable (any Error) -> Void)? {
    guard isRecording.isOn else { return nil }
    let callStack = values.read().capture()
    return { error in values.read().defaultErrorHandler(callStack, error) }
  }

  private struct Values {
    var defaultErrorHandler: DefaultErrorHandler = { _, error in
      StandardError.write("Unhandled error happened: \(error)\n")
    }
    var capture: CustomCaptureSubscriptionCallstack = { [] }
    var debugOutput: @Sendable (String) -> Void = { print($0) }
  }

  private static let values = Guarded(Values())
  // Beside the values: every subscription looks at it, and none shall take a lock for that.
  private static let isRecording = AtomicSwitch()
}
