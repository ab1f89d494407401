/// A thing that only one of several callers gets. Thread-safety: any thread.
final class Claim: Sendable {
  private let flag = DisposalFlag()

  /// True for exactly one caller, ever.
  func take() -> Bool { flag.dispose() }
}
