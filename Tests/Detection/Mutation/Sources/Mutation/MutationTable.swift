/// All mutation operators. A new one is a file and a row here.
public enum MutationTable {
  static let all: [any MutationOperator] = [
    DeleteCall(), DeleteAssignment(), DropGuard(), DropCheck(), NegateCondition(), SwapStatements(),
    SwapLogicalOperator(), ShiftByOne(), FlipBoolean(), WrongFlag(), TakeLockAway(),
    ReleaseLockEarly(), CallInsideLock(), SplitAtomic(), WeakenOrdering(), WrongEnd(),
    DuplicateCall(), ReturnEarly(), SingleRound(), SkipLoop(), EmptyCase(), DropDefer(),
    ConstantResult(), NegateValue(), NeverTaken(), SwapArithmetic(), SwapArguments(),
  ]

  /// Names of the operators, with a sentence each.
  public static var rows: [(name: String, summary: String)] { all.map { ($0.name, $0.summary) } }
}

/// Finds the places of a file where one kind of fault can be made.
///
/// A place need not compile once it is changed: those that do not are left out and counted.
protocol MutationOperator: Sendable {
  var name: String { get }
  /// One sentence.
  var summary: String { get }
  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites)
}
