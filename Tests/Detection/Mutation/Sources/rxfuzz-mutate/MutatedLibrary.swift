/// A library that can be broken beside RxCore. A new one is a row.
struct MutatedLibrary {
  /// As `--library` names it.
  let name: String
  /// What the adapter's manifest reads the checkout's path from.
  let variable: String
  /// The adapter's command.
  let product: String
  /// The folder in the checkout that is broken, and the module that it is.
  let sources: String
  let module: String
  /// Folders in the checkout in which the compiler finds C modules that it imports.
  var headers: [String] = []

  static let all = [
    MutatedLibrary(
      name: "RxSwift", variable: "RXSWIFT_PATH", product: "rxfuzz-rxswift",
      sources: "Sources/RxSwift", module: "RxSwift"),
    MutatedLibrary(
      name: "ReactiveSwift", variable: "REACTIVESWIFT_PATH",
      product: "rxfuzz-reactiveswift", sources: "Sources", module: "ReactiveSwift"),
    MutatedLibrary(
      name: "OpenCombine", variable: "OPENCOMBINE_PATH",
      product: "rxfuzz-opencombine", sources: "Sources/OpenCombine", module: "OpenCombine",
      headers: ["Sources/COpenCombineHelpers/include"]),
  ]

  /// The folder of its adapter.
  var adapter: String { name + "Adapter" }

  static func named(_ name: String) -> MutatedLibrary? { all.first { $0.name == name } }
}
