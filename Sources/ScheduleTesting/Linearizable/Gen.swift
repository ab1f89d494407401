import ScheduleKit

/// Draws the arguments of an operation. Equal seeds give equal values.
public struct Gen<Value> {
  let draw: (inout SeededGenerator) -> Value

  /// Draws by that closure, whose only source of chance is the generator.
  public init(_ draw: @escaping (inout SeededGenerator) -> Value) { self.draw = draw }

  /// One of these values.
  /// - Precondition: there is one.
  public static func of(_ values: Value...) -> Gen {
    precondition(!values.isEmpty, "a generator needs a value to draw")
    return Gen { values[$0.below(values.count)] }
  }

  /// What that makes of each drawn value.
  public func map<Other>(_ transform: @escaping (Value) -> Other) -> Gen<Other> {
    Gen<Other> { transform(draw(&$0)) }
  }

  /// A pair of values, drawn one after the other.
  public func and<Other>(_ other: Gen<Other>) -> Gen<(Value, Other)> {
    Gen<(Value, Other)> { (draw(&$0), other.draw(&$0)) }
  }
}

extension Gen where Value == Int {
  /// Small numbers: 1 to 9, so that keys meet and elements still differ.
  public static var ints: Gen<Int> { ints(in: 1...9) }

  /// Numbers of that range.
  public static func ints(in range: ClosedRange<Int>) -> Gen<Int> {
    Gen { range.lowerBound + $0.below(range.count) }
  }
}

extension Gen where Value == Bool {
  /// Both, equally often.
  public static var bools: Gen<Bool> { Gen { $0.below(2) == 1 } }
}

extension Gen where Value == String {
  /// Single letters, `a` to `d`.
  public static var letters: Gen<String> { .of("a", "b", "c", "d") }
}
