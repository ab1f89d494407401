import CScheduleRuntime

/// The number of the racing queue for which a thread works: 0 is the driver, racers count from 1.
///
/// Thread-safety: each thread has a number of its own, and sees no other.
public enum RacingLane {
  /// That of a thread to which nobody has given one.
  @inlinable
  public static var unknown: UInt8 { 255 }

  /// That of the thread which prepares and ends races.
  @inlinable
  public static var driver: UInt8 { 0 }

  /// That of the calling thread.
  @inlinable
  public static var current: UInt8 {
    get { csr_lane_get() }
    set { csr_lane_set(newValue) }
  }

  /// That of a racer, counted from 0.
  @inlinable
  public static func racer(_ index: Int) -> UInt8 { UInt8(index + 1) }
}
