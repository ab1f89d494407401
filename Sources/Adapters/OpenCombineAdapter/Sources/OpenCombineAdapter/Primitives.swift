import OpenCombine
import RxFuzzKit

/// An `AnyCancellable` that holds its closure from the start, raced on its own: it releases it once, whoever cancels.
///
/// Thread-safety: none of its own; the cancellable's is under test.
final class CancellablePrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `cancellable` never changes; what happens inside it is under test.
  private let cancellable: AnyCancellable

  init(_ release: @escaping @Sendable () -> Void) { cancellable = AnyCancellable(release) }

  func dispose() { cancellable.cancel() }
}
