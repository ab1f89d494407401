/// A script of a primitive on its way to being smaller.
struct PrimitiveDraft: QueuedDraft {
  var program: PrimitiveProgram

  init(_ program: PrimitiveProgram) { self.program = program }

  var subject: PrimitiveProgram { program }

  var queues: [[PrimitiveStep]] {
    get { program.steps }
    set { program.steps = newValue }
  }

  var lists: [[PrimitiveStep]] {
    get { queues }
    set { queues = newValue }
  }

  /// Numbers what is handed over in the order of the script, and removes operations on what is not there any more, and
  /// queues without any.
  func repaired() -> PrimitiveDraft {
    var count = 0
    var copy = self
    copy.queues = queues.map { steps in
      var numbers: [Int: Int] = [:]
      return steps.compactMap { step in
        if let given = step.given {
          count += 1
          numbers[given] = count
          return step.numbered(count)
        }
        guard let referred = step.referred else { return step }
        return numbers[referred].map { step.numbered($0) }
      }
    }.filter { !$0.isEmpty }
    return copy
  }

  func isFit(for library: any LibraryUnderTest) -> Bool { PrimitiveValidation.allow(program) }

  static func size(of program: PrimitiveProgram) -> ShrinkSize { ShrinkSize(program) }

  static func passes(for library: any LibraryUnderTest) -> [any ShrinkPass<PrimitiveDraft>] {
    ShrinkPasses.ofPrimitives
  }
}

extension ShrinkPasses {
  /// Those for scripts of a primitive.
  static let ofPrimitives: [any ShrinkPass<PrimitiveDraft>] = [
    DropQueuePass<PrimitiveDraft>(), DropActionPass<PrimitiveDraft>(), LowerNumberPass(),
  ]
}

extension PrimitiveCampaign.Found: ShrinkableFailure {
  var fingerprint: FindingFingerprint { PrimitiveFailure(self).fingerprint }
  var subject: PrimitiveProgram { program }
  /// Primitives are raced only.
  var schedule: String? { nil }
  static var sizeUnit: String { "operations" }
  static var isExplorable: Bool { false }
  func title(ordinal: Int) -> String { "a script of \(primitive)" }
  func draft(for library: any LibraryUnderTest) -> PrimitiveDraft { PrimitiveDraft(program) }

  mutating func adopt(_ seen: PrimitiveCampaign.Found, of program: PrimitiveProgram) {
    self.program = program
    invariant = seen.invariant
    message = seen.message
    details = seen.details
  }
}
