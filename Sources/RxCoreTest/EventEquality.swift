import RxCore

/// Events are equal if they are of one kind and their elements are; errors are compared by their description,
/// because most errors cannot be compared otherwise.
extension Event: Equatable where Element: Equatable {
  public static func == (lhs: Event<Element>, rhs: Event<Element>) -> Bool {
    switch (lhs, rhs) {
    case (.completed, .completed): true
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): "\(left)" == "\(right)"
    case (.next, _), (.error, _), (.completed, _): false
    }
  }
}

/// Equal as events are.
extension MaybeEvent: Equatable where Element: Equatable {
  public static func == (lhs: MaybeEvent<Element>, rhs: MaybeEvent<Element>) -> Bool {
    switch (lhs, rhs) {
    case (.completed, .completed): true
    case (.success(let left), .success(let right)): left == right
    case (.error(let left), .error(let right)): "\(left)" == "\(right)"
    case (.success, _), (.error, _), (.completed, _): false
    }
  }
}

/// Equal as events are.
extension CompletableEvent: Equatable {
  public static func == (lhs: CompletableEvent, rhs: CompletableEvent) -> Bool {
    switch (lhs, rhs) {
    case (.completed, .completed): true
    case (.error(let left), .error(let right)): "\(left)" == "\(right)"
    case (.error, _), (.completed, _): false
    }
  }
}
