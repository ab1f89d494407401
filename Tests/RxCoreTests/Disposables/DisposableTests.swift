import RxCore
import Testing

@Suite("Disposables")
struct DisposableTests {
  private func note(_ text: String, in log: Log<String>) -> any Disposable {
    Disposables.create { log.add(text) }
  }

  @Test("created ones dispose what they were given, in order, once")
  func created() {
    let log = Log<String>()
    let all = ["a", "b", "c", "d"].map { note($0, in: log) }
    Disposables.create().dispose()
    let anonymous = Disposables.create { log.add("x") }
    #expect(!anonymous.isDisposed)
    let groups: [any Disposable] = [
      anonymous, Disposables.create(all[0], all[1]), Disposables.create(all[0], all[1], all[2]),
      Disposables.create(all[0], all[1], all[2], all[3]), Disposables.create(all),
      Disposables.create([]), Disposables.create([all[3]]), Disposables.create([all[2], all[3]]),
    ]
    for group in groups + groups { group.dispose() }
    #expect(anonymous.isDisposed)
    #expect(log.values == ["x", "a", "b", "c", "d"])
  }

  @Test("a closure is released when it was called")
  func closureReleased() {
    weak var captured: BooleanDisposable?
    let disposable: any Disposable
    do {
      let made = BooleanDisposable()
      captured = made
      disposable = Disposables.create { made.dispose() }
    }
    #expect(captured != nil)
    disposable.dispose()
    #expect(captured == nil)
  }

  @Test("a Boolean disposable remembers")
  func boolean() {
    let flag = BooleanDisposable()
    #expect(!flag.isDisposed)
    flag.dispose()
    #expect(flag.isDisposed)
    #expect(BooleanDisposable(isDisposed: true).isDisposed)
  }

  @Test("a single-assignment disposable disposes what it has or gets")
  func singleAssignment() {
    for isDisposedFirst in [true, false] {
      let log = Log<String>()
      let slot = SingleAssignmentDisposable()
      if isDisposedFirst { slot.dispose() }
      slot.disposable = note("a", in: log)
      #expect(log.values.isEmpty != isDisposedFirst)
      slot.dispose()
      slot.dispose()
      #expect(log.values == ["a"])
      #expect(slot.isDisposed)
    }
  }

  @Test("a serial disposable disposes what is replaced, and what comes too late")
  func serial() {
    let log = Log<String>()
    let serial = SerialDisposable()
    serial.disposable = note("a", in: log)
    serial.disposable = note("b", in: log)
    #expect(log.values == ["a"])
    serial.dispose()
    serial.dispose()
    #expect(log.values == ["a", "b"])
    serial.disposable = note("c", in: log)
    #expect(log.values == ["a", "b", "c"])
    #expect(serial.isDisposed)
  }

  @Test("a composite disposable disposes its members in order, those taken out and those too late")
  func composite() {
    let log = Log<String>()
    let composite = CompositeDisposable(note("a", in: log), note("b", in: log))
    let key = composite.insert(note("c", in: log))
    #expect(composite.count == 3)
    if let key {
      composite.remove(for: key)
      composite.remove(for: key)
    }
    #expect(log.values == ["c"])
    composite.dispose()
    composite.dispose()
    #expect(log.values == ["c", "a", "b"])
    #expect(composite.insert(note("d", in: log)) == nil)
    #expect(log.values == ["c", "a", "b", "d"])
    #expect(composite.isDisposed)
    #expect(composite.count == 0)
  }

  @Test("a reference-counted disposable waits for all that it lent")
  func refCount() {
    let log = Log<String>()
    let counted = RefCountDisposable(disposable: note("a", in: log))
    let (first, second) = (counted.retain(), counted.retain())
    first.dispose()
    first.dispose()
    counted.dispose()
    counted.dispose()
    #expect(log.values.isEmpty)
    #expect(!counted.isDisposed)
    let third = counted.retain()
    second.dispose()
    #expect(log.values.isEmpty)
    third.dispose()
    #expect(log.values == ["a"])
    #expect(counted.isDisposed)
    counted.retain().dispose()
    #expect(log.values == ["a"])
  }

  @Test("a scheduled disposable disposes on its scheduler")
  func scheduled() {
    let log = Log<String>()
    let scheduled = ScheduledDisposable(
      scheduler: CurrentThreadScheduler.instance, disposable: note("a", in: log))
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      scheduled.dispose()
      scheduled.dispose()
      log.add("asked")
      return Disposables.create()
    }
    #expect(scheduled.isDisposed)
    #expect(log.values == ["asked", "a"])
  }

  @Test("a bag takes what a closure lists")
  func bagBuilder() {
    let log = Log<String>()
    var bag: DisposeBag? = DisposeBag {
      note("a", in: log)
      note("b", in: log)
    }
    bag?.insert { note("c", in: log) }
    #expect(log.values.isEmpty)
    bag = nil
    #expect(log.values == ["a", "b", "c"])
  }

  @Test("a bag disposes when its last reference goes")
  func bag() {
    let log = Log<String>()
    var bag: DisposeBag? = DisposeBag(disposing: note("a", in: log))
    if let bag {
      note("b", in: log).disposed(by: bag)
      bag.insert(note("c", in: log), note("d", in: log))
    }
    #expect(log.values.isEmpty)
    bag = nil
    #expect(log.values == ["a", "b", "c", "d"])
  }

  @Test("under a race of filling and disposing, each is disposed once")
  func racing() {
    for _ in 0..<200 {
      let log = Log<String>()
      let single = SingleAssignmentDisposable()
      let serial = SerialDisposable()
      let composite = CompositeDisposable()
      let counted = RefCountDisposable(disposable: note("counted", in: log))
      let loan = counted.retain()
      race(3) { racer in
        if racer == 0 {
          single.setDisposable(note("single", in: log))
          serial.disposable = note("serial 1", in: log)
          serial.disposable = note("serial 2", in: log)
          composite.insert(note("composite", in: log))
          loan.dispose()
        } else {
          single.dispose()
          serial.dispose()
          composite.dispose()
          counted.dispose()
        }
      }
      #expect(
        log.values.sorted() == ["composite", "counted", "serial 1", "serial 2", "single"])
    }
  }
}
