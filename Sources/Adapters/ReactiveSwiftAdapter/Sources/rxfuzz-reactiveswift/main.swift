import Foundation
import ReactiveSwiftAdapter
import RxFuzzCommand

exit(RxFuzzCommand.run(library: ReactiveSwiftLibrary(), arguments: CommandLine.arguments))
