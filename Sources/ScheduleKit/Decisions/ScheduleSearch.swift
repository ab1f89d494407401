/// What a strategy that tries every schedule, up to a bound, can say of its search.
public protocol ScheduleSearch: ScheduleStrategy {
  /// Distinct schedules that were run.
  var explored: Int { get }
  /// Runs that turned out to repeat what others had shown.
  var redundant: Int { get }
  /// How far the search has come.
  var state: ScheduleSearchState { get }
}

/// How far a search has come.
public enum ScheduleSearchState: Hashable, Sendable {
  case searching
  /// Nothing is left to try: the runs stand for all schedules, at the granularity of schedule points.
  case complete
  /// All schedules with at most so many preemptions were run; others exist.
  case bounded(preemptions: Int)
  /// The search cannot go on, and proves nothing: one line that says why.
  case failed(String)
}
