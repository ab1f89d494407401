#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Prints RxCore's costs beside those of its peers and of hand-written code, all measured in one run.
// Usage: rxcore-bench [rounds] [rows whose name holds this text] [columns whose name holds this text]

let arguments = CommandLine.arguments.dropFirst()
let roundsArgument = arguments.first ?? "5"
guard let rounds = Int(roundsArgument), (1...99).contains(rounds), rounds % 2 == 1 else {
  print("'\(roundsArgument)' is no number of rounds: give an odd one from 1 to 99")
  exit(64)
}
let wanted = arguments.dropFirst().first ?? ""
let wantedColumns = arguments.dropFirst(2).first ?? ""

var contenders: [any Contender.Type] = [RxCoreContender.self, OpenCombineContender.self]
#if HAS_RXSWIFT
  contenders.append(RxSwiftContender.self)
#endif
#if HAS_REACTIVESWIFT
  contenders.append(ReactiveSwiftContender.self)
#endif
contenders += [ClosureFloor.self, LoopFloor.self, FlagFloor.self, DrainFloor.self]
contenders = contenders.filter { $0.name.contains(wantedColumns) || wantedColumns.isEmpty }
let stopwatch = Stopwatch(rounds: rounds)

print(Table.header("nanoseconds, medians of \(rounds)", contenders.map { $0.name }))
for figure in Figure.all where wanted.isEmpty || figure.name.contains(wanted) {
  print(Table.row(figure.name, stopwatch.nanoseconds(of: figure, for: contenders)))
}
for operators in [1, 4, 16] where wanted.isEmpty {
  let counts = contenders.map { stopwatch.allocations(operators: operators, of: $0) }
  print(Table.row("\(operators) operators, allocations to subscribe", counts))
}
for figure in Figure.growth where wanted.isEmpty {
  let own = stopwatch.nanoseconds(of: figure, for: [RxCoreContender.self])
  print(Table.row("RxCore, \(figure.name)", own))
}
