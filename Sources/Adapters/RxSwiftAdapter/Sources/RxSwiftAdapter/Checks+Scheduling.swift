import Dispatch
import Foundation
import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

/// Work that goes on after its scheduler has begun it: whoever disposes what `schedule` returned stops that, too.
final class ScheduledWorkRun: LibraryCheckRun {
  static let ways = 2 * Place.allCases.count
  private enum Place: Int, CaseIterable { case serial, concurrent, operations, main, later }

  private static let serial = SerialDispatchQueueScheduler(
    internalSerialQueueName: "rxfuzz.check.serial")
  private static let concurrent = ConcurrentDispatchQueueScheduler(qos: .userInitiated)
  private static let operations = OperationQueueScheduler(operationQueue: OperationQueue())

  private let place: Place
  private let isRaced: Bool
  private let slot = SingleAssignmentDisposable()
  private let begun = CheckedCount()
  private let stopped = CheckedCount()

  init(_ way: Int) {
    place = Place(rawValue: (way - 1) / 2) ?? .serial
    isRaced = way.isMultiple(of: 2)
  }

  func perform(queue: Int) {
    guard queue == 0 else {
      if isRaced { slot.dispose() }
      return
    }
    slot.setDisposable(schedule())
  }

  private func schedule() -> any Disposable {
    let action: (Int) -> any Disposable = { [begun, stopped] _ in
      begun.add()
      return Disposables.create { stopped.add() }
    }
    return switch place {
    case .serial: Self.serial.schedule(0, action: action)
    case .concurrent: Self.concurrent.schedule(0, action: action)
    case .operations: Self.operations.schedule(0, action: action)
    case .main: MainScheduler.instance.schedule(0, action: action)
    case .later:
      Self.serial.scheduleRelative(0, dueTime: .microseconds(1), action: action)
    }
  }

  func fault() -> LibraryCheckFault? {
    if !isRaced, !CheckedWait.until({ begun.now == 1 }) {
      return LibraryCheckFault(.val1, "scheduled work is never begun")
    }
    slot.dispose()
    guard CheckedWait.until({ begun.now == stopped.now }), begun.now < 2 else {
      return LibraryCheckFault(.disp5, "work that was begun is not stopped by its disposal")
    }
    return nil
  }
}
