import CScheduleRuntime
import ScheduleKit
import Testing

@testable import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("What is added to races")
struct RaceNoiseTests {
  @Test("races are left alone at first, and later where they are measured")
  func quiet() {
    for race in 0..<256
    where race < RaceNoise.quietAtFirst || OffsetController.isMeasured(race: race) {
      #expect(RaceNoise.of(race: race) == .none)
    }
    #expect((0..<128).count(where: OffsetController.isMeasured) > 48)
  }

  @Test("in a scenario's races there are some of each kind, and windows of many lengths")
  func kinds() {
    let noise = (0..<ScenarioGenerator.iterationsPerScenario).map(RaceNoise.of)
    #expect(noise.count { $0 == .none } > 48)
    #expect(noise.count { $0 == .stall } > (csr_has_thread_sanitizer() ? 20 : 40))
    let windows = (0..<128).map(RaceNoise.spins).filter { $0 > 0 }
    #expect(windows.count > 20 && Set(windows).count > 12)
  }

  @Test(
    "one racer stalls, or the other one, or both, for no longer than the other one's script takes and a bit"
  )
  func stalls() {
    var controller = OffsetController(seed: 5, lanes: 2, delayedLane: nil)
    for _ in 0..<100 {
      controller.measure(lane: 0, ticks: 900)
      controller.measure(lane: 1, ticks: 300)
    }
    var counts: [[Bool]: Int] = [:]
    for _ in 0..<600 {
      var stalls: [UInt64] = [0, 0]
      stalls.withUnsafeMutableBufferPointer {
        controller.drawStalls(into: $0.baseAddress!, stalls: true)
      }
      counts[stalls.map { $0 > 0 }, default: 0] += 1
      #expect(stalls[0] <= 400 && stalls[1] <= 1_200)
    }
    for who in [[true, false], [false, true], [true, true]] {
      #expect(counts[who, default: 0] > 100)
    }
    #expect(counts[[false, false]] == nil)

    var left: [UInt64] = [7, 7]
    left.withUnsafeMutableBufferPointer {
      controller.drawStalls(into: $0.baseAddress!, stalls: false)
    }
    #expect(left == [0, 0])
  }

  @Test(
    "a thread stalls when it gives back a lock for the time that was asked for, and its locks are counted",
    .enabled(if: ExploreEngine.isSupported))
  func stall() {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    defer {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
    let ticks = 20 * csr_ticks_per_millisecond()
    csr_stall_after(CSR_AFTER_UNLOCK, 3, ticks)
    let start = csr_ticks()
    for _ in 0..<5 {
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    }
    #expect(csr_stall_count(CSR_AFTER_UNLOCK) == 5)
    #expect(csr_ticks() - start >= ticks)
    csr_stall_after(CSR_AFTER_UNLOCK, 0, 0)
    #expect(csr_stall_count(CSR_AFTER_UNLOCK) == 0)
  }
}
