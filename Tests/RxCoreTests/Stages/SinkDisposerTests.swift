import Testing

@testable import RxCore

@Suite("The sink's disposer")
struct SinkDisposerTests {
  private final class Probe: SinkDisposer, @unchecked Sendable {
    // Safety: constants only.
    let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    override func disposeSink() { log.add("sink") }
  }

  @Test("whichever of set and dispose comes second disposes subscription and sink, once")
  func bothOrders() {
    for isSetFirst in [true, false] {
      let log = Log<String>()
      let disposer = Probe(log)
      let subscription = AnonymousDisposable { log.add("subscription") }
      if isSetFirst { disposer.setSinkAndSubscription(subscription) }
      #expect(!disposer.isDisposed)
      disposer.dispose()
      disposer.dispose()
      #expect(disposer.isDisposed)
      if !isSetFirst {
        #expect(log.values.isEmpty)
        disposer.setSinkAndSubscription(subscription)
      }
      #expect(log.values == ["subscription", "sink"])
    }
  }

  @Test("the reference to the subscription is given up on disposal")
  func release() {
    let log = Log<String>()
    let disposer = Probe(log)
    weak var subscription: DisposeBase?
    do {
      let made = BooleanDisposable()
      subscription = made
      disposer.setSinkAndSubscription(made)
    }
    #expect(subscription != nil)
    disposer.dispose()
    #expect(subscription == nil)
  }

  @Test("under a race of set and two disposals each is disposed once")
  func racing() {
    for _ in 0..<500 {
      let log = Log<String>()
      let disposer = Probe(log)
      race(3) { racer in
        if racer == 0 {
          disposer.setSinkAndSubscription(AnonymousDisposable { log.add("subscription") })
        } else {
          disposer.dispose()
        }
      }
      #expect(log.values == ["subscription", "sink"])
    }
  }
}
