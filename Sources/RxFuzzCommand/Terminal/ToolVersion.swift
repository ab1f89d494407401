/// The version that headers, corpus files and reports name.
enum ToolVersion {
  static let text = "0.1.0"
}
