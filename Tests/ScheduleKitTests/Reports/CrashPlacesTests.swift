import Testing

@testable import ScheduleKit

@Suite("Where a process has crashed")
struct CrashPlacesTests {
  private typealias Place = CrashPlaces.Place

  private static let text = """
    raced 7
    thread 8 idle
      at nanosleep (/lib/libc.so.6+0x60)
    thread that crashed
      at $ss17_assertionFailure (/opt/usr/lib/swift/linux/libswiftCore.so+0x9)
      at $s4Tool4SinkC2onyyFTm (/app/tool+0x30)
      at $s4Tool4SinkC2onyyF (/app/tool+0x40)
      at main (/app/tool+0x50)

    """

  @Test("it is the innermost one of the executable whose Swift source is known")
  func innermost() {
    let places = CrashPlaces { frames, image in
      #expect(image == "/app/tool" && frames.map(\.offset) == ["0x30", "0x40", "0x50"])
      return [
        frames[0]: "partial apply forwarder for Tool.Sink.on() -> () Sink.swift:7",
        frames[1]: "Tool.Sink.on() -> () Sink.swift:9", frames[2]: "main main.swift:1",
      ]
    }
    #expect(places.place(in: Self.text) == Place(function: "Sink.on", line: "Sink.swift:9"))
  }

  @Test("without lines it is the innermost one with a name")
  func names() {
    let places = CrashPlaces { _, _ in [:] }
    #expect(places.place(in: Self.text) == Place(function: "Sink.on", line: ""))
  }

  @Test("frames that hang, or none of the executable's own, tell no place")
  func none() {
    let places = CrashPlaces { _, _ in [:] }
    let hang = "thread 8 idle\n  at $s4Tool4SinkC2onyyF (/app/tool+0x40)\n"
    #expect(places.place(in: hang) == nil)
    let system = "thread that crashed\n  at abort (/lib/libc.so.6+0x60)\n"
    #expect(places.place(in: system) == nil)
    #expect(places.place(in: "") == nil)
  }

  @Test("each frame is looked up once")
  func once() {
    var lookedUp = 0
    let places = CrashPlaces { frames, _ in
      lookedUp += frames.count
      return [frames[0]: "Tool.Sink.on() -> () Sink.swift:9"]
    }
    for _ in 1...3 { #expect(places.place(in: Self.text)?.line == "Sink.swift:9") }
    #expect(lookedUp == 3)
  }
}
