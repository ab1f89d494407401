import RxFuzzKit

extension Phrases {
  /// One phrase for each form of a row; the parameters are those behind the form.
  static func forms(
    _ row: String, _ phrases: [String: Phrasebook.Phrase]
  ) -> Phrasebook.Phrase? {
    let names = Catalogue.row(named: row)?.forms ?? []
    let phrases = phrases.merging(ownForms[row] ?? [:]) { $1 }
    let inOrder = names.compactMap { phrases[$0] }
    guard inOrder.count == names.count else { return nil }
    return { parameters, inputs in
      inOrder[parameters[0]](Array(parameters.dropFirst()), inputs)
    }
  }

  /// The phrases that there are; a row whose forms are incomplete has none.
  static func present(
    _ phrases: [String: Phrasebook.Phrase?]
  ) -> [String: Phrasebook.Phrase] { phrases.compactMapValues { $0 } }
}
