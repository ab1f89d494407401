import CScheduleRuntime
import Dispatch

/// The main queue of a process whose main thread may be at work in this package.
public enum MainQueue {
  /// Whether `serve` can do what it says in this process, wherever it is called.
  public static var isServed: Bool { csr_can_serve_main_queue() }

  /// Lets everything that waits for the main queue run, and what that leaves to it: on the main thread itself, elsewhere
  /// by waiting for who serves it. Thread-safety: any thread.
  public static func serve(rounds: Int) {
    for _ in 0..<rounds {
      if csr_is_main_thread() { csr_serve_main_queue() } else { DispatchQueue.main.sync {} }
    }
  }

  /// Waits for the group. On the main thread its queue is served meanwhile.
  public static func wait(for group: DispatchGroup) {
    guard csr_is_main_thread() else { return group.wait() }
    while group.wait(timeout: .now()) == .timedOut { csr_serve_main_queue() }
  }
}
