import RxFuzzKit

/// A library that binds the rows it is asked to, and builds nothing: enough to draw scenarios for.
struct PaperLibrary: LibraryUnderTest {
  var name: String { "Paper" }
  var promises: Set<InvariantName> { Set(InvariantName.allCases) }
  var promiseNotes: [String] { [] }
  var rows: Set<String> = Set(Catalogue.rows.map(\.name))
  var serialisesSubjects = true
  var hasVirtualTime = true
  /// The row that it defines in its own way.
  var ownRow: String?
  /// What rows mean in it where that is not what the catalogue says.
  var models: [String: OperatorModel] = [:]

  func binding(forRow name: String) -> OperatorBinding? {
    rows.contains(name) ? OperatorBinding { _, _, _ in fatalError("paper builds nothing") } : nil
  }
  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { fatalError("paper holds nothing") }
  func liveResources() -> Int? { nil }
  func model(ofRow name: String) -> OperatorModel? { models[name] }
  func unmodelledRow(in scenario: Scenario) -> String? {
    scenario.chain.nodes.map(\.row).first { $0 == ownRow }
  }
  func makeVirtualClock() -> (any VirtualClockUnderTest)? { hasVirtualTime ? PaperClock() : nil }

  private final class PaperClock: VirtualClockUnderTest {
    func advance(milliseconds: Int) {}
  }
}
