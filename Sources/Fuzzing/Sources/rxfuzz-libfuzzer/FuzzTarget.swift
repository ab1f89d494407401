import RxCoreAdapter
import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Races what the bytes of libFuzzer mean, and keeps what it finds as a scenario that `rxfuzz replay` reads.
///
/// Thread-safety: use from one thread, which is libFuzzer's.
final class FuzzTarget {
  /// Races of each input. More find more in one input, and fewer inputs.
  private static let races = 64
  /// Bytes beyond these mean nothing: no scenario has so many choices.
  private static let bytesMax = 4_096

  private let library = RxCoreLibrary()
  private let generator: ScenarioGenerator
  private let engine: StressEngine
  private let store: CorpusStore

  /// - Parameter corpus: the folder where findings are saved.
  init(corpus: String) {
    generator = ScenarioGenerator(library: library)
    engine = StressEngine(library: library)
    store = CorpusStore(root: corpus)
  }

  /// Races one input. A finding is saved and ends the process, so that libFuzzer keeps the input, too.
  func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    var choices = ChoiceStream(bytes: Array(bytes.prefix(Self.bytesMax)))
    let scenario = generator.scenario(&choices)
    let result: BatchResult
    // The same bytes are raced with the same jitter.
    let seed = choices.recorded.reduce(0) { $0 &* 31 &+ UInt64($1) }
    do {
      result = try engine.race(scenario, iterations: Self.races, seed: seed) { _ in }
    } catch {
      fatalError("the scenario cannot be raced: \(error)")
    }
    let finding = result.findings.first { library.promisesKept.contains($0.invariant) }
    guard let finding else { return }
    report(finding)
    abort()
  }

  private func report(_ finding: Finding) {
    let file = CorpusFile(
      finding.scenario, verdict: CorpusFile.Verdict(finding.invariant, finding.message))
    let place: String
    do {
      try store.prepare()
      place = try store.save(file, under: finding.invariant).path
    } catch {
      place = "it was not saved: \(error)"
    }
    var text = """
      \(finding.invariant.rawValue) \(finding.message)

      \(ScenarioCodec.print(file))
      \(LaneDiagram.draw(finding))
      saved     \(place)

      """
    text.makeContiguousUTF8()
    // The process is about to end: what cannot be written is lost.
    _ = text.utf8.withContiguousStorageIfAvailable {
      write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }
}
