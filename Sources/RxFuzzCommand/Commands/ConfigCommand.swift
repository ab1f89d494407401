import RxFuzzKit

/// `config`: the values of a run, and where each of them comes from.
struct ConfigCommand {
  let entries: [Arguments.ConfigEntry]
  /// Of the project's file, where there is one.
  let projectPath: String?
  let console: Console

  func run() {
    let file = projectPath.map { PathText.shown($0) }
    let project = file ?? "none: no \(ProjectFile.name) from here up to where the repository begins"
    console.print("project  \(project)")
    console.print("colour   \(console.colourWords)")
    console.print("")
    console.print(
      TextTable.text(
        entries.map { entry in
          let name = String(entry.option.name.dropFirst(2))
          guard let value = entry.value else {
            return [name, "default", entry.option.defaultWords]
          }
          switch entry.source {
          case .project(let path): return [name, PathText.shown(path), PathText.shown(value)]
          case .commandLine, nil: return [name, "command line", PathText.shown(value)]
          }
        }))
  }
}
