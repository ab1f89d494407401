// Stands for the import that ReactiveSwift up to 6.1 lacks: on Linux Foundation's sessions have a module of their own since
// Swift 5.1. What a file exports is known to all of its module.
#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
