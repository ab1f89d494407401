import RxCore
import Testing

#if canImport(Glibc)
  import Glibc

  /// How much memory this process holds, in bytes.
  private func bytesResident() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      .split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// A subscription that lives on while 100,000 inner sequences come and go.
  ///
  /// Each in a process of its own, in which nothing else takes memory.
  @Suite("Memory stays flat", .serialized)
  struct MemoryTests {
    /// A chain, fed with as many elements as asked; called again and again on one subscription.
    typealias Feed = @Sendable (Int) -> Void

    /// What may differ between a warm process and the same one later: less than the smallest object for each
    /// inner sequence.
    private static let growthMaxBytes = 1_500_000

    private static func expectFlat(_ start: @Sendable () -> (any Disposable, Feed)) {
      let (subscription, feed) = start()
      feed(5_000)
      let before = bytesResident()
      feed(100_000)
      let growth = bytesResident() - before
      subscription.dispose()
      precondition(growth < growthMaxBytes, "grew by \(growth) bytes")
    }

    private static func chain(
      _ apply: (Observable<Int>) -> Observable<Int>
    ) -> (any Disposable, Feed) {
      let subject = PublishSubject<Int>()
      let subscription = apply(subject).subscribe(onNext: { _ in })
      return (subscription, { count in for number in 0..<count { subject.onNext(number) } })
    }

    /// The last inner sequence, which ends when the next one has begun.
    private static func endingLater() -> @Sendable (Int) -> Observable<Int> {
      let last = BehaviorRelay<PublishSubject<Int>>(value: PublishSubject())
      return { _ in
        let before = last.value
        let next = PublishSubject<Int>()
        last.accept(next)
        before.onNext(0)
        before.onCompleted()
        return next
      }
    }

    @Test("over inner sequences that end at once")
    func endAtOnce() async {
      await #expect(processExitsWith: .success) {
        Self.expectFlat { Self.chain { $0.flatMap { Observable.of($0, $0) } } }
        Self.expectFlat { Self.chain { $0.flatMapFirst { Observable.of($0, $0) } } }
        Self.expectFlat { Self.chain { $0.flatMapLatest { Observable.of($0, $0) } } }
        Self.expectFlat { Self.chain { $0.concatMap { Observable.of($0, $0) } } }
        Self.expectFlat { Self.chain { $0.map { Observable.of($0) }.merge(maxConcurrent: 2) } }
        Self.expectFlat {
          Self.chain { $0.flatMap { Observable<Int>.error(Failure()).catchAndReturn($0) } }
        }
      }
    }

    @Test("over inner sequences that end later, or never")
    func endLater() async {
      await #expect(processExitsWith: .success) {
        Self.expectFlat { Self.chain { $0.flatMap(Self.endingLater()) } }
        Self.expectFlat { Self.chain { $0.map(Self.endingLater()).concat() } }
        Self.expectFlat { Self.chain { $0.map(Self.endingLater()).merge(maxConcurrent: 2) } }
        Self.expectFlat { Self.chain { $0.flatMapLatest { _ in PublishSubject<Int>() } } }
        Self.expectFlat {
          Self.chain { $0.flatMapLatest { _ in Observable<Int>.never().map { $0 } } }
        }
      }
    }

    @Test("over attempts that fail later")
    func attempts() async {
      await #expect(processExitsWith: .success) {
        let retried: [@Sendable (Observable<Int>) -> Observable<Int>] = [
          { $0.retry() }, { $0.retry(1_000_000) },
          { $0.retry { (errors: Observable<any Error>) in errors.map { _ in 0 } } },
        ]
        for retry in retried {
          Self.expectFlat {
            let current = BehaviorRelay<PublishSubject<Int>>(value: PublishSubject())
            let failing = Observable<Int>.deferred {
              let attempt = PublishSubject<Int>()
              current.accept(attempt)
              return attempt.map { $0 }
            }
            let subscription = retry(failing).subscribe(onNext: { _ in })
            return (
              subscription, { for _ in 0..<$0 { current.value.onError(Failure()) } }
            )
          }
        }
      }
    }

    @Test("over windows, buffers, and subscriptions of shared sequences")
    func others() async {
      await #expect(processExitsWith: .success) {
        let clock = HistoricalScheduler()
        Self.expectFlat {
          Self.chain { $0.window(timeSpan: .never, count: 1, scheduler: clock).merge() }
        }
        Self.expectFlat {
          Self.chain { $0.buffer(timeSpan: .never, count: 2, scheduler: clock).map(\.count) }
        }
        for shared in [PublishSubject<Int>().share(), PublishSubject<Int>().share(replay: 1)] {
          Self.expectFlat {
            Self.chain {
              $0.flatMap { _ in shared.take(for: .never, scheduler: clock).amb(Observable.just(0)) }
            }
          }
        }
        Self.expectFlat { Self.chain { $0.observe(on: CurrentThreadScheduler.instance) } }
      }
    }
  }
#endif
