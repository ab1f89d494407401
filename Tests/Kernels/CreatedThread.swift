#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that another one has created, and joins.
///
/// Thread-safety: for the thread that created it only.
final class CreatedThread {
  fileprivate final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private var handle: pthread_t

  init(_ body: @escaping () -> Void) {
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    let status = pthread_create(&made, nil, run, argument)
    guard status == 0 else { fatalError("a thread cannot be created: \(status)") }
    #if canImport(Darwin)
      guard let made else { fatalError("a thread was created, and none is there") }
    #endif
    handle = made
  }

  func join() { pthread_join(handle, nil) }
}

#if canImport(Darwin)
  private func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<CreatedThread.Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<CreatedThread.Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#endif
