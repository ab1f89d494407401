import Synchronization

/// Resumes its caller with the first of two answers. Broken: both may find that there is none yet.
public func brokenFirstAnswer() async {
  let isAnswered = Flag()
  await withUnsafeContinuation { continuation in
    for _ in 0..<2 {
      Task {
        guard !isAnswered.value.load(ordering: .acquiring) else { return }
        isAnswered.value.store(true, ordering: .releasing)
        continuation.resume()
      }
    }
  }
}

/// The same with one exchange in the place of a look and a later store.
public func mendedFirstAnswer() async {
  let isAnswered = Flag()
  await withUnsafeContinuation { continuation in
    for _ in 0..<2 {
      Task {
        guard !isAnswered.value.exchange(true, ordering: .acquiringAndReleasing) else { return }
        continuation.resume()
      }
    }
  }
}

private final class Flag: Sendable {
  let value = Atomic<Bool>(false)
}
