import CScheduleRuntime

extension ExploreEngine {
  /// Runs the scenario once, under the schedule that a strategy chooses; nil where it has nothing left to try.
  public func run(_ prepared: ExplorePlan, control: ScheduleControl) -> ScheduleResult? {
    guard control.begin() else { return nil }
    // One buffer for all decisions of the run: a new array for each would cost more than most choices.
    var pending: [ScheduleOperation] = []
    let result = run(prepared, reportsForced: true) { raw in
      let operations = UnsafeBufferPointer(start: raw.pending, count: Int(raw.enabled_count))
      pending.removeAll(keepingCapacity: true)
      for operation in operations { pending.append(ScheduleOperation(operation)) }
      return control.choose(
        ScheduleDecision(
          pending: pending, running: raw.running < 0 ? nil : Int(raw.running), step: raw.step))
    }
    control.end(failed: !result.findings.isEmpty)
    return result
  }

  /// Names of code for schedules that are written down.
  public static func siteNames() -> SiteNames {
    SiteNames { site in
      let text = ScheduleSymbols.text(at: UnsafeMutableRawPointer(bitPattern: site))
      // The name stands before the image and the offset, which change with every build.
      guard let end = text.indices.last(where: { text[$0...].hasPrefix(" (") }) else { return nil }
      return text[..<end] == "?" ? nil : String(text[..<end])
    }
  }
}

extension ScheduleOperation {
  init(_ raw: csr_op) {
    let kind = Kind(rawValue: UInt8(raw.kind)) ?? .user
    // The recorder yields before each record: their order is what judges read, so they depend on each other.
    let isRecord = kind == .yield
    self.init(
      task: raw.task, path: raw.path, kind: kind, object: isRecord ? .max : raw.object,
      site: UInt(bitPattern: raw.pc), writes: isRecord || raw.writes)
  }
}
