import CScheduleRuntime

/// Chooses who goes on: an index in the decision's pending operations.
typealias ScheduleChooser = (csr_decision) -> Int

/// A closure at a stable address, for the C side.
final class ChooserContext {
  let choose: ScheduleChooser
  init(_ choose: @escaping ScheduleChooser) { self.choose = choose }
}

func chooseSchedule(
  _ context: UnsafeMutableRawPointer?, _ decision: UnsafePointer<csr_decision>?
) -> UInt32 {
  guard let context, let decision else { return 0 }
  let chosen = Unmanaged<ChooserContext>.fromOpaque(context).takeUnretainedValue()
    .choose(decision.pointee)
  return UInt32(truncatingIfNeeded: chosen)
}
