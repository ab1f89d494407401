/// Rewrites one source file so that it holds every mutant planted in it, chosen at run time.
///
/// Snippets may be equal (they are chained) or lie inside one another (the outer one's original keeps the
/// inner one); snippets that overlap otherwise are an error. Pure; thread-safe.
public struct SourceRewriter {
  /// What the rewritten code compares with the mutant's number.
  public static let selector = "Mutant.active"

  private let file: String
  private let text: String

  /// - Parameter file: its path below Sources/RxCore; edits of other files are left to their rewriters.
  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }

  /// The file with all mutants planted; each comes with the number that activates it.
  public func planting(_ mutants: [(number: Int, mutant: Mutant)]) throws(MutantError) -> String {
    var sites: [Site] = []
    for (number, mutant) in mutants {
      for edit in mutant.edits where edit.file == file {
        let range = try onlyRange(of: edit.find, for: mutant)
        let choice = Site.Choice(number: number, replacement: edit.replacement)
        if let index = sites.firstIndex(where: { $0.range == range }) {
          guard sites[index].form == edit.form, edit.form != .declaration else {
            throw MutantError(
              mutant: mutant.name,
              message: "finds what \(sites[index].owner) finds, in another form")
          }
          sites[index].choices.append(choice)
        } else {
          sites.append(Site(range: range, form: edit.form, owner: mutant.name, choices: [choice]))
        }
      }
    }
    return try render(text.startIndex..<text.endIndex, sites: sites)
  }

  /// Where a snippet stands, if it stands there exactly once.
  private func onlyRange(
    of snippet: String, for mutant: Mutant
  ) throws(MutantError) -> Range<String.Index> {
    let ranges = text.ranges(of: snippet)
    guard let range = ranges.first, ranges.count == 1 else {
      throw MutantError(
        mutant: mutant.name,
        message: "its snippet stands \(ranges.count) times in \(file), not once: \(snippet)")
    }
    return range
  }

  /// The text of `range` with the sites inside it rewritten, outer ones first.
  private func render(_ range: Range<String.Index>, sites: [Site]) throws(MutantError) -> String {
    var output = ""
    var cursor = range.lowerBound
    let ordered = sites.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    for site in ordered {
      // Inside the site before: rendered with it.
      if site.range.upperBound <= cursor { continue }
      guard site.range.lowerBound >= cursor else {
        throw MutantError(mutant: site.owner, message: "its snippet overlaps another mutant's")
      }
      let inner = sites.filter {
        $0.range != site.range && site.range.contains($0.range.lowerBound)
          && $0.range.upperBound <= site.range.upperBound
      }
      output += text[cursor..<site.range.lowerBound]
      output += site.rendered(original: try render(site.range, sites: inner))
      cursor = site.range.upperBound
    }
    return output + text[cursor..<range.upperBound]
  }
}

/// A place of the file and all that may stand there.
private struct Site {
  struct Choice {
    let number: Int
    let replacement: String
  }
  let range: Range<String.Index>
  let form: Mutant.Form
  let owner: String
  var choices: [Choice]

  func rendered(original: String) -> String {
    switch form {
    case .declaration:
      return choices[0].replacement
    case .statement:
      let cases = choices.map {
        "if \(SourceRewriter.selector) == \($0.number) {\n\($0.replacement)\n} else "
      }
      return cases.joined() + "{\n\(original)\n}"
    case .expression:
      return choices.reduce("(\(original))") { rest, choice in
        "(\(SourceRewriter.selector) == \(choice.number) ? (\(choice.replacement)) : \(rest))"
      }
    }
  }
}
