import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("Rows that stand for others")
struct RowFormsTests {
  /// Every form of every such row, on feeds.
  private static let chains: [Chain] = Catalogue.rows.filter { $0.standsFor != nil }.flatMap {
    row in
    (0..<max(1, row.forms.count)).map { form in
      var parameters = row.parameters.map(\.drawn.upperBound)
      if !row.forms.isEmpty { parameters[0] = form }
      return Chain(
        row.name, parameters,
        inputs: (0..<row.inputs.lowerBound).map { Chain("feed", [$0]) })
    }
  }

  /// Rows whose model takes more inputs than the row is drawn with.
  private static let modelsOfMore: Set = ["zip", "combineLatest", "retry"]

  @Test("mean graphs of rows that have a model of their own")
  func meaning() throws {
    for chain in Self.chains {
      for node in chain.plain.nodes {
        let row = try #require(Catalogue.row(named: node.row), "\(chain): \(node.row)")
        #expect(
          row.inputs.contains(node.inputs.count) || Self.modelsOfMore.contains(node.row),
          "\(chain): \(node.row)")
        #expect(row.parameters.count == node.parameters.count, "\(chain): \(node.row)")
        if case .withoutModel = row.model.role { Issue.record("\(chain) stands for \(node.row)") }
      }
    }
  }

  @Test("say of themselves what the generator needs to know of those")
  func traits() throws {
    let needed: OperatorRow.Traits = [.asynchronous, .timed, .shares, .connects, .throws]
    for chain in Self.chains {
      let own = try #require(Catalogue.row(named: chain.row)).traits.intersection(needed)
      let meant = chain.plain.nodes.reduce(into: OperatorRow.Traits()) {
        $0.formUnion(Catalogue.row(named: $1.row)?.traits ?? [])
      }
      #expect(own == meant.intersection(needed), "\(chain)")
    }
  }

  @Test("are written with the name of their form, and read back")
  func text() throws {
    for chain in Self.chains {
      let scenario = Scenario(
        library: "RxCore", chain: chain, queues: [[.dispose(subscription: 1)]])
      #expect(ScenarioValidation.validate(scenario) == nil, "\(chain)")
      #expect(try ScenarioCodec.parseFile(ScenarioCodec.print(scenario)).scenario == scenario)
    }
    let chain = Chain("singleOp", [1, 2], inputs: [Chain("feed", [0])])
    let scenario = Scenario(
      library: "RxCore", chain: chain, queues: [[.dispose(subscription: 1)]])
    #expect(ScenarioCodec.print(scenario).contains("feed a |> singleOp filter 2"))
  }
}

extension ExploreSuites {
  @Suite("Every form", .serialized, .timeLimit(.minutes(3)))
  struct EveryFormTests {
    private static let rows = Catalogue.rows.filter { !$0.forms.isEmpty }.map(\.name)

    @Test("of every row is explained by its model, whatever the schedule", arguments: rows)
    func explained(_ name: String) throws {
      let row = try #require(Catalogue.row(named: name))
      for form in row.forms.indices {
        var parameters = row.parameters.map(\.drawn.lowerBound)
        parameters[0] = form
        let chain = Chain(
          name, parameters, inputs: (0..<row.inputs.lowerBound).map { Chain("feed", [$0]) })
        let feeds = row.inputs.lowerBound
        let script = (0..<feeds).flatMap {
          [Action.next(feed: $0, payload: 2), .next(feed: $0, payload: 3), .completed(feed: $0)]
        }
        let queues =
          feeds > 0
          ? [script, [.dispose(subscription: 1)]]
          : [[.subscribe(subscription: 1)], [.dispose(subscription: 1)]]
        let scenario = Scenario(library: "RxCore", chain: chain, queues: queues)
        let library = RxCoreLibrary(countsResources: false)
        let report = ScheduleHunt(try ScenarioRunner(scenario, library: library), seed: 3)
          .hunt(schedulesMax: 6) { _ in true }
        #expect(report.failure == nil, "\(chain): \(String(describing: report.failure))")
        #expect(Judge(library: library).prepared(for: scenario).missingModel == nil, "\(chain)")
      }
    }
  }
}
