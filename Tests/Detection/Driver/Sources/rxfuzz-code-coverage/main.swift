import Foundation
import Planting

let arguments: Arguments
do {
  arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("\(error.message)\n\(Arguments.usage)\n".utf8))
  exit(64)
}
do {
  exit(try CoverageRun(arguments).run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(70)
}
