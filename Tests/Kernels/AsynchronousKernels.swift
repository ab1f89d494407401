import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Programs of Swift tasks, actors and continuations, each with a bug that such programs are known for.
enum AsynchronousKernels {
  static var all: [Kernel] {
    [
      Kernel(name: "reentrant_actor", make: reentrantActor),
      Kernel(name: "twice_resumed", make: twiceResumed),
      Kernel(name: "never_resumed", make: neverResumed),
      Kernel(name: "stream_too_late", make: streamTooLate),
      Kernel(name: "double_fetch", make: doubleFetch),
      Kernel(name: "early_cancel", make: earlyCancel),
      Kernel(name: "group_count", make: groupCount),
      Kernel(name: "actors_in_turn", make: actorsInTurn),
      Kernel(name: "timeout", timerFirings: 4, make: timeout),
    ]
  }

  private actor Account {
    private let balance: Shared<Int>
    init(_ balance: Shared<Int>) { self.balance = balance }

    /// Asks somebody else between its look at the balance and the withdrawal.
    func withdraw(_ amount: Int) async {
      guard balance.now >= amount else { return }
      await Task.yield()
      balance.write(balance.now - amount)
    }
  }

  /// An actor lets others in while it waits: two withdrawals both find the balance high enough.
  private static func reentrantActor() -> Kernel.Instance {
    let balance = Shared(10)
    let account = Account(balance)
    let body: @Sendable () async -> Void = { await account.withdraw(10) }
    return Kernel.Instance(asynchronous: [body, body]) { balance.now < 0 }
  }

  /// A continuation that several may resume.
  private final class Promise: Sendable {
    private let waiting = Shared<UnsafeContinuation<Void, Never>?>(nil)
    private let isKept = Shared(false)

    func wait() async {
      await withUnsafeContinuation { continuation in
        waiting.write(continuation)
        if isKept.read() { continuation.resume() }
      }
    }

    func keep() {
      isKept.write(true)
      waiting.read()?.resume()
    }

    func waitUnlessKept() async {
      guard !isKept.read() else { return }
      await withUnsafeContinuation { waiting.write($0) }
    }
  }

  /// Whoever keeps a promise and whoever waits for it both resume, where each has seen the other.
  private static func twiceResumed() -> Kernel.Instance {
    let promise = Promise()
    return Kernel.Instance(tasks: [promise.keep], asynchronous: [{ await promise.wait() }]) {
      false
    }
  }

  /// The promise is kept between the look at it and the wait, and nobody hears of it.
  private static func neverResumed() -> Kernel.Instance {
    let promise = Promise()
    return Kernel.Instance(
      tasks: [promise.keep], asynchronous: [{ await promise.waitUnlessKept() }]
    ) { false }
  }

  /// A channel makes its stream when first asked for it; what is sent before is lost, and the receiver waits for it.
  private static func streamTooLate() -> Kernel.Instance {
    let channel = Shared<AsyncStream<Int>.Continuation?>(nil)
    let send: @Sendable () async -> Void = {
      channel.read()?.yield(1)
    }
    let receive: @Sendable () async -> Void = {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      channel.write(continuation)
      for await _ in stream { return }
    }
    return Kernel.Instance(asynchronous: [send, receive]) { false }
  }

  private actor Cache {
    private let loads: Shared<Int>
    private var value: Int?
    init(_ loads: Shared<Int>) { self.loads = loads }

    func get() async -> Int {
      if let value { return value }
      let loaded = await Task { 7 }.value
      loads.write(loads.now + 1)
      value = loaded
      return loaded
    }
  }

  /// Two who find the cache empty both load.
  private static func doubleFetch() -> Kernel.Instance {
    let loads = Shared(0)
    let cache = Cache(loads)
    let body: @Sendable () async -> Void = { _ = await cache.get() }
    return Kernel.Instance(asynchronous: [body, body]) { loads.now > 1 }
  }

  /// A task that looks at its cancellation before its work, and not after it, publishes what nobody wants any more.
  private static func earlyCancel() -> Kernel.Instance {
    let (isCancelled, failed) = (Shared(false), Shared(false))
    return Kernel.Instance(asynchronous: [
      {
        let task = Task {
          guard !Task.isCancelled else { return }
          await Task.yield()
          if isCancelled.read() { failed.write(true) }
        }
        task.cancel()
        isCancelled.write(true)
        await task.value
      }
    ]) { failed.now }
  }

  /// The children of a group count without an actor.
  private static func groupCount() -> Kernel.Instance {
    let count = Shared(0)
    return Kernel.Instance(asynchronous: [
      {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { count.write(count.read() + 1) } }
        }
      }
    ]) { count.now != 3 }
  }

  private actor Party {
    private var waiting: UnsafeContinuation<Void, Never>?
    private var isReady = false

    func become() {
      isReady = true
      waiting?.resume()
      waiting = nil
    }

    func isReadyNow() -> Bool { isReady }

    func wait() async { await withUnsafeContinuation { waiting = $0 } }
  }

  /// Asking an actor whether it is ready, and waiting for it, are two calls, and it gets ready in between.
  private static func actorsInTurn() -> Kernel.Instance {
    let (party, looks) = (Party(), Shared(0))
    return Kernel.Instance(asynchronous: [
      { await party.become() },
      {
        let isReady = await party.isReadyNow()
        // Work of its own, without which the compiler would not leave the actor between the two calls.
        looks.write(looks.read() + 1)
        if !isReady { await party.wait() }
      },
    ]) { false }
  }

  /// The answer and the time-out resume the same continuation.
  private static func timeout() -> Kernel.Instance {
    let promise = Promise()
    return Kernel.Instance(asynchronous: [
      { await promise.wait() },
      {
        try? await Task.sleep(for: .seconds(1))
        promise.keep()
      },
    ]) { false }
  }
}
