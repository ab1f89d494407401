import Foundation

// Plants every known bug, lets the ordinary run find and shrink a scenario for each, and counts the schedules that
// explore needs to show it there, beside random walk and free races.

guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
  FileHandle.standardError.write(Data("\(Arguments.usage)\n".utf8))
  exit(64)
}
do {
  exit(try ExploreHunt(arguments).run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(70)
}
