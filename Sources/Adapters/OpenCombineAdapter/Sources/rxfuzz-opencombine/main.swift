import Foundation
import OpenCombineAdapter
import RxFuzzCommand

exit(RxFuzzCommand.run(library: OpenCombineLibrary(), arguments: CommandLine.arguments))
