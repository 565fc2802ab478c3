/// A lexical token of Swift source.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a keyword; the grammar distinguishes them.
    case word
    /// One character of punctuation: brackets, `.`, `,`, `:`, `;`, `@`, `#`, or a whole operator.
    case symbol
    case number
    /// A string without its interpolations, which are separate tokens right after it.
    case string
    case comment
  }

  let kind: Kind
  let text: Substring
  /// Counted from one.
  let line: Int
  /// Whether it is the first on its line.
  let startsLine: Bool

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }
}
