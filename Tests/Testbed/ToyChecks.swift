import RxFuzzKit

/// Checks of the toy, of which one computes for ever and another one waits for ever.
enum ToyChecks {
  static let all = [
    LibraryCheck("idle", ways: 3) { _ in ToyCheck {} },
    LibraryCheck("endless", ways: 1) { _ in ToyCheck(PlannedFault.spinForEver) },
    LibraryCheck("stuck", ways: 1) { _ in ToyCheck(PlannedFault.waitForEver) },
  ]
}

private final class ToyCheck: LibraryCheckRun {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func perform(queue: Int) { if queue == 1 { body() } }
  func fault() -> LibraryCheckFault? { nil }
}
