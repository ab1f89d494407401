/// What is wrong with a `BrokenLibrary`: one each of the kinds of bugs that reactive libraries have had.
public enum PlantedDefect: String, Sendable, CaseIterable {
  case none = "nothing"
  case looksThenSays = "looks whether it is disposed, then says so"
  case endsTwice = "looks whether it has ended, then says so"
  case overlaps = "delivers on whichever thread emits"
  case losesElements = "drops what comes during a delivery"
  case ignoresDisposal = "never asks whether it was disposed"
  case keepsEverything = "keeps every subscription"
  case locksWhileCallingOut = "calls out with its lock held"
  case countsUnguarded = "counts in a field that nothing guards"
}
