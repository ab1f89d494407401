import RxFuzzKit
import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command line of the fuzzer, for one library: arguments in, exit code out.
///
/// The whole of an executable is `exit(RxFuzzCommand.run(library: MyLibrary(), arguments:
/// CommandLine.arguments))`. The executable also becomes its own worker processes.
public enum RxFuzzCommand {
  /// The tool's version.
  public static let version = ToolVersion.text

  /// Does what the arguments say; returns one of `ExitCode`'s codes, for `exit`.
  ///
  /// Call it once, from the main thread, before anything else: signals and standard descriptors of the
  /// process are its own from then on.
  /// - Parameters:
  ///   - arguments: as the process got them, the first one being the command itself.
  ///   - hangSeconds: how long a race may stand still before it counts as a deadlock; by default 10 s, and
  ///     a minute under ThreadSanitizer.
  public static func run(
    library: any LibraryUnderTest, arguments: [String], hangSeconds: Int? = nil
  ) -> Int32 {
    let hangSeconds = hangSeconds ?? BuildKind.current.hangSeconds
    if arguments.dropFirst().first == WorkerDriver.subcommand {
      return WorkerDriver.run(library: library, arguments: Array(arguments.dropFirst(2)))
    }
    let arguments = arguments == CommandLine.arguments ? exactArguments() : arguments
    let command = CommandName(arguments.first ?? "rxfuzz")
    let console = Console()
    // As in a worker: some commands race in this process.
    ProcessMemory.limitHeaps(CampaignLimits.heapsOfCore * Processor.coreCount)
    Exhaustion.endProcess(title: command.shown, code: ExitCode.exhausted.rawValue)
    // What the Swift runtime would say of it is about this tool, and of no use to a person who wants it to end.
    signal(SIGQUIT, SIG_DFL)
    let code = perform(
      library: library, arguments: arguments, hangSeconds: hangSeconds, command: command,
      console: console)
    guard console.isClosed else { return code }
    console.complain("\(command.shown): the output cannot be written")
    return code == ExitCode.clean.rawValue ? ExitCode.internalError.rawValue : code
  }

  /// The process's own arguments, byte for byte: a path need not be text.
  private static func exactArguments() -> [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        PathText.path(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
  }

  private static func perform(
    library: any LibraryUnderTest, arguments: [String], hangSeconds: Int, command: CommandName,
    console: Console
  ) -> Int32 {
    do {
      let parsed = try Arguments.parse(
        Array(arguments.dropFirst()),
        project: { () throws(CommandFailure) in try ProjectFile.find() })
      return try run(
        parsed, library: library, hangSeconds: hangSeconds, command: command, console: console
      ).rawValue
    } catch {
      console.complain("\(command.shown): \(error.message)")
      return error.code.rawValue
    }
  }

  private static func run(
    _ parsed: Arguments, library: any LibraryUnderTest, hangSeconds: Int,
    command: CommandName, console: Console
  ) throws(CommandFailure) -> ExitCode {
    switch parsed {
    case .corpus(let options):
      return try CorpusCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .emit(let file):
      return try EmitCommand(library: library, file: file, command: command, console: console)
        .run()
    case .fuzz(let options):
      return try FuzzCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .report(let options):
      return try ReportCommand(options: options, console: console).run()
    case .coverage(let options):
      return try CoverageCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .primitives(let options):
      return try PrimitivesCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .prove(let options):
      return try ProveCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .shrink(let options):
      return try ShrinkCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .replay(let options):
      return try ReplayCommand(
        library: library, options: options, hangSeconds: hangSeconds, command: command,
        console: console
      ).run()
    case .selfTest:
      return try SelfTestCommand(hangSeconds: hangSeconds, command: command, console: console).run()
    case .help(let rows):
      console.print(HelpText.page(of: rows, command: command.shown, library: library.name))
    case .config(let entries, let path):
      ConfigCommand(entries: entries, projectPath: path, console: console).run()
    case .completions(let shell):
      console.emit(Completions.text(shell, command: command.shown) + "\n")
    case .manual:
      console.emit(ManualText.text(command: command.shown, library: library.name) + "\n")
    case .version: console.print("\(command.shown) \(ToolVersion.text) (\(library.name))")
    case .list(let topic): console.print(topic.text(library: library))
    }
    return .clean
  }
}
