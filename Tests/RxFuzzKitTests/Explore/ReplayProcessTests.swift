import Foundation
import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

extension ExploreSuites {
  /// The first test writes schedules down and runs this executable again; the second, in that process, repeats them.
  @Suite("Replay in another process", .serialized, .timeLimit(.minutes(3)))
  struct ReplayProcessTests {
    private static let library = RxCoreLibrary(countsResources: false)
    private static let variable = "RXFUZZ_SCHEDULES_TO_REPEAT"
    private static let count = 1_000
    private static var schedulesFile: String? { ProcessInfo.processInfo.environment[variable] }

    /// Rows and holders that keep no hash table by address: the order in such a table is chance of the library's own.
    private static let ordered: Set<String> = [
      "feed", "subject", "just", "empty", "never", "error", "from", "range", "map", "filter",
      "skip", "take", "scan", "do", "debug", "deferred", "takeUntil", "observeOn", "subscribeOn",
      "timer", "interval",
    ]

    private static var scenarios: [Scenario] {
      let generator = ScenarioGenerator(library: library)
      return (0..<UInt64.max).lazy.map { generator.scenario(seed: 7, batch: $0) }
        .filter { scenario in
          scenario.chain.nodes.allSatisfy { ordered.contains($0.row) }
            && !scenario.holders.values.contains(.composite)
        }.prefix(count).map { $0 }
    }

    @Test("1,000 schedules run the same operations there", .enabled(if: schedulesFile == nil))
    func sameElsewhere() throws {
      var lines: [String] = []
      var switches = 0
      for (index, scenario) in Self.scenarios.enumerated() {
        let runner = try ScenarioRunner(scenario, library: Self.library)
        let control = ScheduleControl(
          strategy: RandomWalkStrategy(seed: UInt64(index), switchOneIn: 3),
          profile: ScheduleProfile(), names: runner.names)
        let run = try #require(runner.run(control))
        #expect(run.violation == nil)
        let deviations = control.log.deviations(runner.names)
        switches += deviations.count
        let text = ScheduleText(strategy: "walk", seed: 1, deviations: deviations)
        lines.append("\(text.text) \(control.lastHash)")
      }
      #expect(lines.count == Self.count && switches > Self.count)
      let file = FileManager.default.temporaryDirectory.appending(path: "schedules-\(UUID()).txt")
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let (status, output) = try Self.runAgain(file)
      #expect(status == 0, "\(output.suffix(2_000))")
      #expect(output.contains("repeated \(Self.count) schedules"))
    }

    @Test("what another process has run is repeated", .enabled(if: schedulesFile != nil))
    func repeatsWhatIsWritten() throws {
      let path = try #require(Self.schedulesFile)
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      var repeated = 0
      for (line, scenario) in zip(lines, Self.scenarios) {
        let words = line.split(separator: " ")
        let runner = try ScenarioRunner(scenario, library: Self.library)
        let report = try ScheduleReplay(String(words[0])).run(runner)
        #expect(report.divergence == nil, "\(scenario)")
        #expect(String(report.traceHash) == words[1], "\(scenario)")
        repeated += 1
      }
      print("repeated \(repeated) schedules")
    }

    private static func runAgain(_ schedules: URL) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = [
        "--testing-library", "swift-testing", "--filter", "repeatsWhatIsWritten",
      ]
      var environment = ProcessInfo.processInfo.environment
      environment[variable] = schedules.path
      process.environment = environment
      let pipe = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
  }
}
