/// Finds a small part of a list that still has a property, by delta debugging.
///
/// Pure: it proposes a part, receives whether that part still has the property, and proposes the next. The result has
/// the property, and loses it if any one element is removed.
struct Minimizer<Element> {
  /// The smallest list known to have the property.
  private(set) var smallest: [Element]
  private var chunk: Int
  private var start = 0
  private var hasShrunkInThisPass = false

  /// - Parameter elements: A list known to have the property.
  init(_ elements: [Element]) {
    smallest = elements
    chunk = elements.count
  }

  /// The part to try next, or `nil` if ``smallest`` cannot be made smaller by removing one element.
  var proposal: [Element]? {
    guard !smallest.isEmpty, chunk > 0 else { return nil }
    return Array(smallest[..<start]) + Array(smallest[min(start + chunk, smallest.count)...])
  }

  /// Says that the proposal has the property too.
  ///
  /// - Parameter elements: What was really used of the proposal, if that is less.
  mutating func accept(_ elements: [Element]? = nil) {
    guard let proposal else { return }
    let accepted = elements ?? proposal
    guard accepted.count < smallest.count else { return reject() }
    smallest = accepted
    hasShrunkInThisPass = true
    if chunk > smallest.count { chunk = smallest.count }
    if start >= smallest.count { endPass() }
  }

  /// Says that the proposal does not have the property.
  mutating func reject() {
    guard proposal != nil else { return }
    start += chunk
    if start >= smallest.count { endPass() }
  }

  // Halves the chunks; with chunks of one, continues until a complete pass has removed nothing.
  private mutating func endPass() {
    start = 0
    if chunk > 1 {
      chunk = min(chunk / 2, max(1, smallest.count / 2))
    } else if !hasShrunkInThisPass {
      chunk = 0
    }
    hasShrunkInThisPass = false
  }
}

extension Minimizer: Sendable where Element: Sendable {}
