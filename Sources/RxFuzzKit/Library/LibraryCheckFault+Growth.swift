extension LibraryCheckFault {
  private static let rounds = 48

  /// Does `round` again and again, and says what each round leaves allocated by the calling thread, which does all of it.
  /// Nothing is seen where a build counts no memory, for example under ThreadSanitizer.
  public static func growth(_ what: String, _ round: () -> Void) -> LibraryCheckFault? {
    let growth = HeapGrowth.counted(rounds: rounds, round)
    guard growth.isEndless else { return nil }
    return LibraryCheckFault(.grow1, "\(growth.words), \(what)")
  }
}
