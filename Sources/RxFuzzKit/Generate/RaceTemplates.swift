/// The table of race templates, the simplest one first.
public enum RaceTemplates {
  public static let all: [RaceTemplate] = [
    .completedAgainstDispose,
    .errorAgainstDispose,
    .nextAgainstDispose,
    .nextAgainstCompleted,
    .nextAgainstNext,
    .completedAgainstCompleted,
    .errorAgainstCompleted,
    .subscribeAgainstDispose,
    .subscribeAgainstCompleted,
    .subscribeAgainstSubscribe,
    .lastDisposeAgainstSubscribe,
    .disposeAgainstDispose,
    .dropAgainstCompleted,
    .timerAgainstDispose,
    .disposeInsideNext,
    .reentrantInsideNext,
    .subscribeInsideNext,
  ]
}
