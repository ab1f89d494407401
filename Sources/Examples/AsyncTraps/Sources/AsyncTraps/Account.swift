/// An account that asks a bank before it pays: while it waits, others enter the actor.
public actor BrokenAccount {
  /// What is on it.
  public private(set) var balance: Int
  /// An account with so much on it.
  public init(_ balance: Int) { self.balance = balance }

  /// Pays so much, where there is enough.
  public func pay(_ sum: Int) async {
    guard balance >= sum else { return }
    await askBank()
    balance -= sum
  }
}

/// The same with what was checked acted upon before anything is waited for.
public actor MendedAccount {
  /// What is on it.
  public private(set) var balance: Int
  /// An account with so much on it.
  public init(_ balance: Int) { self.balance = balance }

  /// Pays so much, where there is enough.
  public func pay(_ sum: Int) async {
    guard balance >= sum else { return }
    balance -= sum
    await askBank()
  }
}

private func askBank() async { await Task.yield() }
