import Dispatch
import Foundation
@preconcurrency import OpenCombine
@preconcurrency import OpenCombineDispatch
import RxFuzzKit

/// What a coder writes down of values of the library, read again.
enum WrittenDown {
  private struct Code: Error, Codable, Equatable {
    let number: Int
  }

  /// What is read where that was written; nil where either fails.
  private static func read<Value: Codable>(_ values: Value...) -> [Value]? {
    // In a list: older coders take no single number.
    guard let data = try? JSONEncoder().encode(values) else { return nil }
    return try? JSONDecoder().decode([Value].self, from: data)
  }

  static let cases: [PlainRun.Case] = [
    (
      "demand that is written down", "3 unlimited",
      {
        let demands = read(Subscribers.Demand.max(3), .unlimited) ?? []
        return demands.map { $0.max.map(String.init) ?? "unlimited" }.joined(separator: " ")
      }
    ),
    (
      "ends that are written down", ". !7",
      {
        let ends = read(Subscribers.Completion<Code>.finished, .failure(Code(number: 7))) ?? []
        return ends.map { end in
          if case .failure(let code) = end { "!\(code.number)" } else { "." }
        }.joined(separator: " ")
      }
    ),
    (
      "records that are written down", "1 2 . | 3 !7",
      {
        let whole = Record<Int, Code>(output: [1, 2], completion: .finished)
        let failing = Record<Int, Code>(output: [3], completion: .failure(Code(number: 7)))
        return (read(whole, failing) ?? []).map { record in
          PlainRun.log(record.mapError { FuzzError(code: $0.number) })
        }.joined(separator: " | ")
      }
    ),
    (
      "times that are written down", "1000 2500 7",
      {
        typealias Time = DispatchQueue.OCombine.SchedulerTimeType
        typealias Immediate = ImmediateScheduler.SchedulerTimeType.Stride
        let time = read(Time(DispatchTime(uptimeNanoseconds: 1000)))?.first
        let span = read(Time.Stride.nanoseconds(2500))?.first
        let own = read(Immediate(7))?.first
        return [
          time.map { "\($0.dispatchTime.uptimeNanoseconds)" }, span.map { "\($0.magnitude)" },
          own.map { "\($0.magnitude)" },
        ].map { $0 ?? "nothing" }.joined(separator: " ")
      }
    ),
  ]
}
