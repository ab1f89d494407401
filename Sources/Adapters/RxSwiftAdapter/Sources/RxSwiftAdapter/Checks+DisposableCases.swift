import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// What disposables release, when, in which order, and that they hold nothing of it afterwards.
enum DisposableCases {
  static let all: [CaseRun.Case] = [
    anonymous, fixed, variadic, composite, compositeAfterDisposal, serial, singleAssignment,
    loans, scheduled, bag, bagOfMany, boolean,
  ]

  private static let keeps = "a disposable keeps what it has disposed"
  private static let answer = "a disposable says something else than it has done"
  private static let order = "resources are not disposed once, in their order"

  private static func anonymous(_ faults: CheckedFaults) {
    let (lives, calls) = (CheckedLives(), CheckedEvents())
    let disposable = Disposables.create(with: CheckedLife.held(by: lives) { calls.element(1) })
    faults.expect(!disposable.isDisposed && !lives.areOver, .ref1, answer)
    disposable.dispose()
    disposable.dispose()
    faults.expect(calls.all.elements == [1], .disp5, order)
    faults.expect(disposable.isDisposed, .ref1, answer)
    faults.expect(lives.areOver, .leak1, keeps)
    withExtendedLifetime(disposable) {}
  }

  /// Of any number.
  private static func fixed(_ faults: CheckedFaults) {
    for count in 0..<6 {
      let resources = CheckedResources()
      let disposable = Disposables.create(resources.make(0..<count))
      faults.expect(resources.released.isEmpty, .disp5, order)
      disposable.dispose()
      if count != 1 { disposable.dispose() }
      faults.expect(resources.released.sorted() == Array(0..<count), .disp5, order)
      faults.expect(count == 1 || resources.lives.areOver, .leak1, keeps)
      withExtendedLifetime(disposable) {}
    }
  }

  private static func variadic(_ faults: CheckedFaults) {
    let makes: [@Sendable (CheckedResources) -> any Cancelable] = [
      { Disposables.create($0.make(0), $0.make(1)) },
      { Disposables.create($0.make(0), $0.make(1), $0.make(2)) },
      { Disposables.create($0.make(0), $0.make(1), $0.make(2), $0.make(3), $0.make(4)) },
    ]
    for (make, count) in zip(makes, [2, 3, 5]) {
      let resources = CheckedResources()
      let disposable = make(resources)
      faults.expect(!disposable.isDisposed && resources.released.isEmpty, .ref1, answer)
      disposable.dispose()
      disposable.dispose()
      faults.expect(disposable.isDisposed, .ref1, answer)
      faults.expect(resources.released.sorted() == Array(0..<count), .disp5, order)
      faults.expect(resources.lives.areOver, .leak1, keeps)
      withExtendedLifetime(disposable) {}
    }
    Disposables.create().dispose()
  }

  private static func composite(_ faults: CheckedFaults) {
    let resources = CheckedResources()
    let composite = CompositeDisposable(resources.make(0), resources.make(1))
    guard let third = composite.insert(resources.make(2)),
      composite.insert(resources.make(3)) != nil
    else { return faults.expect(false, .ref1, answer) }
    faults.expect(composite.count == 4, .ref1, answer)
    composite.remove(for: third)
    composite.remove(for: third)
    faults.expect(composite.count == 3 && !composite.isDisposed, .ref1, answer)
    faults.expect(resources.released == [2], .disp5, order)
    composite.dispose()
    composite.dispose()
    faults.expect(composite.count == 0 && composite.isDisposed, .ref1, answer)
    faults.expect(resources.released == [2, 0, 1, 3], .ord1, order)
    faults.expect(resources.lives.areOver, .leak1, keeps)
    withExtendedLifetime(composite) {}
  }

  private static func compositeAfterDisposal(_ faults: CheckedFaults) {
    let resources = CheckedResources()
    let composite = CompositeDisposable(disposables: resources.make(0..<1))
    let key = composite.insert(resources.make(1))
    composite.dispose()
    if let key { composite.remove(for: key) }
    faults.expect(composite.insert(resources.make(2)) == nil, .ref1, answer)
    faults.expect(composite.count == 0, .ref1, answer)
    faults.expect(resources.released == [0, 1, 2], .disp5, order)
    faults.expect(resources.lives.areOver, .leak1, keeps)
    withExtendedLifetime(composite) {}
  }

  private static func serial(_ faults: CheckedFaults) {
    let resources = CheckedResources()
    let serial = SerialDisposable()
    serial.disposable.dispose()
    for number in 0..<2 {
      let resource = resources.make(number)
      serial.disposable = resource
      faults.expect(serial.disposable as AnyObject === resource as AnyObject, .ref1, answer)
    }
    faults.expect(resources.released == [0] && !serial.isDisposed, .disp5, order)
    serial.dispose()
    serial.dispose()
    faults.expect(resources.released == [0, 1] && serial.isDisposed, .disp5, order)
    serial.disposable = resources.make(2)
    serial.disposable.dispose()
    faults.expect(resources.released == [0, 1, 2], .disp5, order)
    faults.expect(resources.lives.areOver, .leak1, keeps)
    withExtendedLifetime(serial) {}
  }

  private static func singleAssignment(_ faults: CheckedFaults) {
    for isEarly in [false, true] {
      let resources = CheckedResources()
      let slot = SingleAssignmentDisposable()
      if isEarly { slot.dispose() } else { slot.setDisposable(resources.make(0)) }
      faults.expect(slot.isDisposed == isEarly && resources.released.isEmpty, .ref1, answer)
      if isEarly { slot.setDisposable(resources.make(0)) }
      slot.dispose()
      faults.expect(slot.isDisposed, .ref1, answer)
      faults.expect(resources.released == [0], .disp5, order)
      faults.expect(resources.lives.areOver, .leak1, keeps)
      withExtendedLifetime(slot) {}
    }
  }

  private static func loans(_ faults: CheckedFaults) {
    let resources = CheckedResources()
    let lender = RefCountDisposable(disposable: resources.make(0))
    let (first, second) = (lender.retain(), lender.retain())
    first.dispose()
    first.dispose()
    lender.dispose()
    lender.dispose()
    faults.expect(resources.released.isEmpty && !lender.isDisposed, .disp5, order)
    second.dispose()
    faults.expect(resources.released == [0] && lender.isDisposed, .disp5, order)
    faults.expect(resources.lives.areOver, .leak1, keeps)
    let late = lender.retain()
    late.dispose()
    faults.expect(resources.released == [0] && lender.isDisposed, .disp5, order)
    withExtendedLifetime((lender, first, second)) {}
  }

  private static func scheduled(_ faults: CheckedFaults) {
    let resources = CheckedResources()
    let disposable = ScheduledDisposable(
      scheduler: AtOnceScheduler(), disposable: resources.make(0))
    faults.expect(!disposable.isDisposed && resources.released.isEmpty, .ref1, answer)
    disposable.dispose()
    disposable.dispose()
    faults.expect(disposable.isDisposed && resources.released == [0], .disp5, order)
    faults.expect(resources.lives.areOver, .leak1, keeps)
    withExtendedLifetime(disposable) {}
  }

  private static func bag(_ faults: CheckedFaults) {
    let resources = CheckedResources()
    var bag: DisposeBag? = DisposeBag()
    bag?.insert(resources.make(0))
    bag?.insert(resources.make(1), resources.make(2))
    bag?.insert(resources.make(3..<5))
    if let bag { resources.make(5).disposed(by: bag) }
    bag?.insert {
      resources.make(6)
      resources.make(7)
    }
    faults.expect(resources.released.isEmpty, .disp5, order)
    bag = nil
    faults.expect(resources.released == Array(0..<8), .disp5, order)
    faults.expect(resources.lives.areOver, .leak1, keeps)
  }

  private static func bagOfMany(_ faults: CheckedFaults) {
    let makes: [@Sendable (CheckedResources) -> DisposeBag] = [
      { DisposeBag(disposing: $0.make(0), $0.make(1)) },
      { DisposeBag(disposing: $0.make(0..<2)) },
      { resources in
        DisposeBag {
          resources.make(0)
          resources.make(1)
        }
      },
    ]
    for make in makes {
      let resources = CheckedResources()
      var bag: DisposeBag? = make(resources)
      bag?.insert(resources.make(2))
      faults.expect(resources.released.isEmpty, .disp5, order)
      bag = nil
      faults.expect(resources.released == [0, 1, 2], .disp5, order)
    }
  }

  private static func boolean(_ faults: CheckedFaults) {
    let (fresh, used) = (BooleanDisposable(), BooleanDisposable(isDisposed: true))
    faults.expect(!fresh.isDisposed && used.isDisposed, .ref1, answer)
    faults.expect(!BooleanDisposable(isDisposed: false).isDisposed, .ref1, answer)
    fresh.dispose()
    used.dispose()
    faults.expect(fresh.isDisposed && used.isDisposed, .ref1, answer)
  }
}
