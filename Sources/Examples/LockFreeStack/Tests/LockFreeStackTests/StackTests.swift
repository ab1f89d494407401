import LockFreeStack
import ScheduleTesting
import Testing

@Suite("The stack", .serialized)
struct StackTests {
  @Test("the broken one gives an element out twice: ABA")
  func broken() throws {
    try withKnownIssue {
      try race(iterations: 0) { r in
        let stack = BrokenStack(room: 2)
        stack.push(1)
        stack.push(2)
        var (first, second): ([Int?], [Int?]) = ([], [])
        r.thread { first = [stack.pop()] }
        r.thread {
          second = [stack.pop(), stack.pop()]
          stack.push(3)
        }
        r.afterwards {
          let taken = (first + second + [stack.pop(), stack.pop()]).compactMap(\.self).sorted()
          #expect(taken == [1, 2, 3])
        }
      }
    } matching: { _ in
      true
    }
  }

  @Test("the mended one gives each element out once, and is linearizable")
  func mended() throws {
    try race(iterations: 2_000) { r in
      let stack = MendedStack(room: 2)
      stack.push(1)
      stack.push(2)
      var (first, second): ([Int?], [Int?]) = ([], [])
      r.thread { first = [stack.pop()] }
      r.thread {
        second = [stack.pop(), stack.pop()]
        stack.push(3)
      }
      r.afterwards {
        let taken = (first + second + [stack.pop(), stack.pop()]).compactMap(\.self).sorted()
        #expect(taken == [1, 2, 3])
      }
    }
    let make = { MendedStack(room: 16) }
    try checkLinearizable(make, scenarios: 20) {
      Operation("push", Gen.ints) { $0.push($1) }
      Operation("pop") { $0.pop() }
    }
  }
}
