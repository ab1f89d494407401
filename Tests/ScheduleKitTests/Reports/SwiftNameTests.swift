import Testing

@testable import ScheduleKit

@Suite("Names of functions")
struct SwiftNameTests {
  @Test(
    "a name is that of the source",
    arguments: [
      ("Module.Cache.store(Swift.Int) -> ()", "Cache.store"),
      (
        "closure #1 @Sendable () -> () in Walk.Registry.set(Swift.Int, Swift.Int) -> ()",
        "closure of Registry.set"
      ),
      (
        "closure #1 () -> () in closure #1 () throws -> () in Walk.Tests.run() -> ()",
        "closure of Tests.run"
      ),
      (
        "(2) suspend resume partial function for closure #1 (Kit.Race) -> () in closure #1 () throws -> () in Walk.Tests.run() -> ()",
        "closure of Tests.run"
      ),
      ("partial apply forwarder for closure #1 () -> () in Walk.f() -> ()", "closure of f"),
      (
        "Synchronization.Mutex< where A: ~Swift.Copyable>.withLock<A, B where A1: Swift.Error, B1: ~Swift.Copyable>((inout sending A) throws(A1) -> sending B1) throws(A1) -> B1",
        "Mutex.withLock"
      ),
      (
        "generic specialization <Swift.Int> of Walk.SpinLock.with<A>(() -> A) -> A", "SpinLock.with"
      ),
      ("Walk.Lazy.value.getter : Swift.Array<Swift.Int>", "Lazy.value.getter"),
      (
        "(extension in Foundation):Foundation.NSLocking.withLock<A>(() throws -> A1) throws -> A1",
        "NSLocking.withLock"
      ),
      ("inner #1 () -> () in Walk.outer() -> ()", "outer.inner"),
      (
        "protocol witness for Kit.Work.run() -> () in conformance Walk.Job : Kit.Work in Walk",
        "Work.run"
      ),
      ("static Walk.Cell.< infix(Walk.Cell, Walk.Cell) -> Swift.Bool", "Cell.< infix"),
      ("pthread_mutex_lock", "pthread_mutex_lock"), ("?", "?"), ("", ""),
    ])
  func short(of name: String, is expected: String) {
    #expect(SwiftName.short(name[...]) == expected)
  }

  @Test("a closure whose types make a long name is told by what it stands in")
  func longClosure() {
    let name =
      "$s11OpenCombine9PublisherP0B8OperatorE11brokenFirst_4withAA03AnyC0Vy6OutputQz7FailureQzGSi_AMtFAA10PublishersO"
      + "7FlatMapVy_AO11PrefixWhileVy_AMGAO03SetJ4TypeVy_AO8SequenceVy_SayATGs5NeverOGALGGycfU_AtMXEfU_SbAJcfU_"
    #expect(SwiftName.short(SwiftName.demangled(name)[...]) == "closure of Publisher.brokenFirst")
  }

  @Test(
    "a name of C++ is spelt as one that Swift imports",
    arguments: [
      (
        "_ZN12_GLOBAL__N_112PThreadMutex4lockEv", "__C.PThreadMutex.lock()", "PThreadMutex.lock"
      ),
      (
        "_ZN12_GLOBAL__N_112GenericMutexISt15recursive_mutexE4lockEv",
        "__C.GenericMutex<std.recursive_mutex>.lock()", "GenericMutex.lock"
      ),
      ("_Znothing", "_Znothing", "_Znothing"),
    ])
  func foreign(name: String, demangled: String, short: String) {
    #expect(SwiftName.demangled(name) == demangled)
    #expect(SwiftName.short(SwiftName.demangled(name)[...]) == short)
  }
}
