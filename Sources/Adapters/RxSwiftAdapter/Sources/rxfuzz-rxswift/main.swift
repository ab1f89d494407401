import Foundation
import RxFuzzCommand
import RxSwiftAdapter

exit(RxFuzzCommand.run(library: RxSwiftLibrary(), arguments: CommandLine.arguments))
