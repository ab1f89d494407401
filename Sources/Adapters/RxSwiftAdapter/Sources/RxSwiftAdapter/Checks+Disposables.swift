import RxFuzzKit
@preconcurrency import RxSwift

/// What disposables say of themselves while another thread disposes them; what they were given is disposed once.
final class DisposableRun: LibraryCheckRun {
  static let ways = Way.allCases.count
  private enum Way: Int, CaseIterable { case serial, composite, bag }
  private static let held = 3

  private let way: Way
  private let disposals = (0..<held).map { _ in CheckedCount() }
  private let serial = SerialDisposable()
  private let composite = CompositeDisposable()

  init(_ way: Int) {
    self.way = Way(rawValue: way - 1) ?? .serial
  }

  func perform(queue: Int) {
    switch way {
    case .serial: queue == 0 ? fillSerial() : serial.dispose()
    case .composite: queue == 0 ? fillComposite() : composite.dispose()
    case .bag: if queue == 0 { fillBags() }
    }
  }

  private func made(_ number: Int) -> any Disposable {
    Disposables.create { [count = disposals[number]] in count.add() }
  }

  private func fillSerial() {
    for number in 0..<Self.held {
      serial.disposable = made(number)
      _ = serial.disposable
      _ = serial.isDisposed
    }
  }

  private func fillComposite() {
    let keys = (0..<Self.held).map { composite.insert(made($0)) }
    _ = composite.count
    if let key = keys[0] { composite.remove(for: key) }
    if let key = keys[0] { composite.remove(for: key) }
  }

  /// Every way in which a bag can be filled.
  private func fillBags() {
    let bag = DisposeBag()
    made(0).disposed(by: bag)
    bag.insert([made(1)])
    bag.insert(made(2), Disposables.create())
  }

  func fault() -> LibraryCheckFault? {
    serial.dispose()
    composite.dispose()
    return disposals.allSatisfy { $0.now == 1 }
      ? nil : LibraryCheckFault(.disp5, "what a disposable was given is not disposed exactly once")
  }
}
