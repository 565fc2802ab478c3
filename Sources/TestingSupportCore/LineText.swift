extension String {
  /// The text as a part of one line of a failure: its line breaks are written as `\n`, and what is too long is cut.
  ///
  /// - Parameter limit: How many characters there may be.
  package func inOneLine(upTo limit: Int) -> String {
    let line = prefix(limit + 1).map { $0.isNewline ? "\\n" : String($0) }.joined()
    return line.count > limit ? "\(line.prefix(limit - 1))…" : line
  }
}
