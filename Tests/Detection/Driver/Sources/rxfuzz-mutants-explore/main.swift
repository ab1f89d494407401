import Foundation
import Planting

// Plants every known bug, lets the ordinary run find and shrink a scenario for each, and counts the schedules that
// explore needs to show it there, beside random walk and free races.

var seeds = 20
var only: [String] = []
var skipsBuild = false
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch (word, words.first) {
  case ("--seeds", let value?) where Int(value).map { $0 > 0 } ?? false:
    seeds = Int(value) ?? seeds
    words.removeFirst()
  case ("--only", let value?):
    only.append(value)
    words.removeFirst()
  case ("--skip-build", _):
    skipsBuild = true
  default:
    FileHandle.standardError.write(
      Data("usage: rxfuzz-mutants-explore [--seeds COUNT] [--skip-build] [--only NAME ...]\n".utf8))
    exit(64)
  }
}
do {
  exit(try ExploreHunt(seeds: seeds, only: only, skipsBuild: skipsBuild).run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(70)
}
