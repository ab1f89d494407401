/// All programs, in the order of the table.
enum Kernels {
  static var all: [Kernel] {
    BenchKernels.all + StructureKernels.all + VulnerabilityKernels.all + SuiteKernels.all
      + AsynchronousKernels.all + PlatformKernels.all
  }
}
