/// What repeating the schedules of corpus files came to, by the place of the file in the plan.
struct ScheduleReplays {
  private(set) var notes: [Int: ScheduleReplayNote] = [:]
  private let plan: CampaignPlan
  private let reporter: any CampaignReporter

  init(plan: CampaignPlan, reporter: any CampaignReporter) {
    self.plan = plan
    self.reporter = reporter
  }

  /// A child has said so.
  mutating func heard(_ message: Message, of unit: WorkUnit?) {
    guard case .file(let index) = unit?.source, let note = ScheduleReplayNote(message.fields) else {
      return
    }
    keep(note, ofFile: index)
  }

  /// A child has ended by what it found; it may have been repeating a schedule.
  mutating func ended(_ worker: WorkerHandle) {
    guard case .file(let index) = worker.unit?.source, let saved = plan.files[index].schedule,
      let note = ScheduleReplayNote(saved: saved, endedIn: worker.journal.schedule)
    else { return }
    keep(note, ofFile: index)
  }

  private mutating func keep(_ note: ScheduleReplayNote, ofFile index: Int) {
    notes[index] = note
    if let divergence = note.divergence {
      reporter.note(
        "the schedule of `\(plan.files[index].path)` is not exact any more: \(divergence)")
    }
  }
}
