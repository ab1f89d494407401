import Foundation

// Plants every known bug, lets the ordinary run find and shrink a scenario for each, and counts the schedules that
// explore needs to show it there, beside random walk and free races.

let arguments: Arguments
do {
  arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("\(error.message)\n\(Arguments.usage)\n".utf8))
  exit(64)
}
do {
  exit(try ExploreHunt(arguments).run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(70)
}
