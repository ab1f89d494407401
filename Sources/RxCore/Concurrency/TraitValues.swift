extension PrimitiveSequence where Trait == SingleTrait {
  /// Subscribes and waits for the element.
  /// ```
  /// single          -----(1|)
  /// await .value         1
  /// ```
  /// Throws the single's error, or `CancellationError` when the task is cancelled before.
  ///
  /// Under a race of cancellation with the single's end, the task gets on with exactly one of the two. The
  /// subscription has been disposed when this returns.
  public var value: Element {
    get async throws {
      try await Awaited.value { awaited in
        subscribe { awaited.give($0) }
      }
    }
  }
}

extension PrimitiveSequence where Trait == MaybeTrait {
  /// Subscribes and waits for the element, or for nil where there is none; otherwise as for a single.
  public var value: Element? {
    get async throws {
      try await Awaited.value { awaited in
        subscribe { event in
          switch event {
          case .success(let element): awaited.give(.success(element))
          case .error(let error): awaited.give(.failure(error))
          case .completed: awaited.give(.success(nil))
          }
        }
      }
    }
  }
}

extension PrimitiveSequence where Trait == CompletableTrait, Element == Swift.Never {
  /// Subscribes and waits for the completion; otherwise as for a single.
  public var value: Void {
    get async throws {
      try await Awaited<Void>.value { awaited in
        subscribe { event in
          switch event {
          case .error(let error): awaited.give(.failure(error))
          case .completed: awaited.give(.success(()))
          }
        }
      }
    }
  }
}
