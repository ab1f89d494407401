import ScheduleKit

/// What a process said, for people: the backtraces of a hang, of a crash and of ThreadSanitizer, and the switches of a schedule, with
/// short names and lines.
enum ProcessWords {
  /// - Parameter invariant: the rule that the finding breaks.
  static func readable(_ text: String, of invariant: InvariantName) -> String {
    let text = SanitizerFrame.readable(hasBacktraces(invariant) ? Symboliser.readable(text) : text)
    guard let image = PlaceText.ownImage() else { return PlaceText(text).named() }
    let named = PlaceText(TrapTrace.readable(text, image: image)).named()
    return TrapTrace.withoutUnknown(PlaceText.ofSource(named))
  }

  private static func hasBacktraces(_ invariant: InvariantName) -> Bool {
    switch invariant {
    case .live1, .live2, .disp2, .crash1, .disp7: true
    case .gram1, .term1, .term2, .ser1, .ser2, .reent1, .comp1, .err1, .val1, .ord1, .ref1, .disp1,
      .disp3, .disp4, .disp5, .disp6, .disp8, .sub1, .share1, .subj1, .sched1, .sched2,
      .leak1, .time1, .iso1, .race1, .grow1:
      false
    }
  }
}
