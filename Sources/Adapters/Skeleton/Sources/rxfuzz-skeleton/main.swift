import Foundation
import RxFuzzCommand
import SkeletonAdapter

exit(RxFuzzCommand.run(library: SkeletonLibrary(), arguments: CommandLine.arguments))
