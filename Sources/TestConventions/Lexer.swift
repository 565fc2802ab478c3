/// Cuts Swift source into tokens.
///
/// It knows what a checker of conventions has to know: nested comments, strings of every kind with the code inside
/// their interpolations, raw strings, regular expressions between `#/` and `/#`. It does not judge whether the source
/// compiles; whatever it reads, it ends.
struct Lexer {
  /// Code and comments, in the order of the source.
  static func tokens(of source: String) -> [Token] {
    var source = source
    source.makeContiguousUTF8()
    var lexer = Lexer(source)
    lexer.readTokens(until: nil)
    return lexer.tokens
  }

  private let source: String
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var startsLine = true
  private var tokens: [Token] = []
  /// How many interpolations it is in. Too deep ones are read as text: each takes room on the stack.
  private var depth = 0
  /// Up to here no slash opens a regular expression.
  private var operatorsEnd = 0

  private init(_ source: String) {
    self.source = source
    bytes = Array(source.utf8)
  }

  /// Reads to the end, or to the bracket that closes an interpolation.
  private mutating func readTokens(until closing: UInt8?) {
    var open = 0
    while position < bytes.count {
      let byte = bytes[position]
      if let closing, byte == closing, open == 0 { return }
      switch byte {
      case .newline:
        line += 1
        startsLine = true
        position += 1
      case .space, .tab, .carriageReturn:
        position += 1
      case .slash:
        readSlash()
      case .quote:
        readString(hashes: 0)
      case .hash:
        readHash()
      case _ where byte.isWordStart:
        add(.word) { lexer in lexer.skipWord() }
      case .backtick:
        add(.word) { lexer in lexer.skipQuotedName() }
      case _ where byte.isDigit:
        add(.number) { lexer in lexer.skipNumber() }
      case _ where byte.isOperator:
        add(.symbol) { lexer in lexer.skipOperator() }
      default:
        if byte == .openParenthesis { open += 1 }
        if byte == .closeParenthesis { open -= 1 }
        add(.symbol) { lexer in lexer.position += 1 }
      }
    }
  }

  private mutating func add(_ kind: Token.Kind, _ skip: (inout Lexer) -> Void) {
    let (start, startLine, isFirst) = (position, line, startsLine)
    skip(&self)
    append(kind, from: start, line: startLine, isFirst: isFirst)
  }

  private mutating func append(_ kind: Token.Kind, from start: Int, line: Int, isFirst: Bool) {
    let utf8 = source.utf8
    let text = source[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: position)]
    tokens.append(Token(kind: kind, text: text, line: line, startsLine: isFirst))
    startsLine = false
  }

  private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

  private mutating func skip(_ isIncluded: (UInt8) -> Bool) {
    while position < bytes.count, isIncluded(bytes[position]) { position += 1 }
  }

  // Plain loops over plain bytes, also in a build without optimization: a plugin's tool is built so.
  private mutating func skipWord() {
    while position < bytes.count, UInt8.wordParts[Int(bytes[position])] { position += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while position < bytes.count {
      if bytes[position] == .slash, next == .star {
        depth += 1
        position += 2
      } else if bytes[position] == .star, next == .slash {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        if bytes[position] == .newline { line += 1 }
        position += 1
      }
    }
  }

  private mutating func skipQuotedName() {
    position += 1
    skip { $0 != .backtick && $0 != .newline }
    if position < bytes.count, bytes[position] == .backtick { position += 1 }
  }

  private mutating func skipNumber() {
    skipWord()
    guard position < bytes.count, bytes[position] == .dot, let next, next.isDigit else { return }
    position += 1
    skipWord()
  }

  // A comment may immediately follow an operator, as in `a+/* b */c`.
  private mutating func skipOperator() {
    repeat {
      position += 1
    } while position < bytes.count && bytes[position].isOperator
      && !(bytes[position] == .slash && (next == .slash || next == .star))
  }
}

// MARK: - Regular expressions

extension Lexer {
  /// A slash opens a comment or a regular expression, or is an operator.
  private mutating func readSlash() {
    if next == .slash {
      add(.comment) { lexer in lexer.skip { $0 != .newline } }
    } else if next == .star {
      add(.comment) { lexer in lexer.skipBlockComment() }
    } else if let end = endOfRegularExpression() {
      add(.string) { lexer in lexer.position = end }
    } else {
      add(.symbol) { lexer in lexer.skipOperator() }
    }
  }

  /// Where the regular expression ends that opens here, if one does. As in Swift, one that ends with a space, or that
  /// closes a parenthesis it has not opened, is none; what stands between `[` and `]` opens and closes nothing.
  private mutating func endOfRegularExpression() -> Int? {
    guard position >= operatorsEnd, let next, next != .space, next != .tab, expectsValue else { return nil }
    var (index, groups, isSpace, isInSet) = (position + 1, 0, false, false)
    while index < bytes.count, bytes[index] != .newline, groups >= 0 {
      if bytes[index] == .slash {
        guard !isSpace else { break }
        return index + 1
      }
      switch bytes[index] {
      case .openBracket: isInSet = true
      case .closeBracket: isInSet = false
      case .openParenthesis where !isInSet: groups += 1
      case .closeParenthesis where !isInSet: groups -= 1
      default: break
      }
      isSpace = bytes[index] == .space || bytes[index] == .tab
      index += bytes[index] == .backslash && index + 1 < bytes.count && bytes[index + 1] != .newline ? 2 : 1
    }
    operatorsEnd = index
    return nil
  }

  /// Whether a value is expected here, rather than an operator.
  private var expectsValue: Bool {
    guard !startsLine, let before = tokens.last(where: { $0.kind != .comment }) else { return true }
    switch before.kind {
    case .symbol where before.text == "?": return bytes[position - 1] == .space
    case .symbol: return !")]}!".contains(before.text)
    case .word: return Self.wordsBeforeValues.contains(before.text)
    default: return false
    }
  }

  private static let wordsBeforeValues: Set<Substring> = [
    "return", "in", "case", "try", "await", "where", "else", "if", "guard", "while",
  ]

  private mutating func skipRegularExpression(hashes: Int) {
    position += hashes + 1
    let isMultiline = position < bytes.count && (bytes[position] == .newline || bytes[position] == .carriageReturn)
    while position < bytes.count {
      if bytes[position] == .newline {
        guard isMultiline else { return }
        line += 1
      }
      if bytes[position] == .backslash, next != .newline {
        position += 2
        continue
      }
      if bytes[position] == .slash, hasHashes(hashes, at: position + 1) {
        position += 1 + hashes
        return
      }
      position += 1
    }
    position = min(position, bytes.count)
  }
}

// MARK: - Strings

extension Lexer {
  /// A `#` starts a raw string or a regular expression, or is a token of its own.
  private mutating func readHash() {
    var end = position
    while end < bytes.count, bytes[end] == .hash { end += 1 }
    let hashes = end - position
    if end < bytes.count, bytes[end] == .quote {
      readString(hashes: hashes)
    } else if end < bytes.count, bytes[end] == .slash {
      add(.string) { lexer in lexer.skipRegularExpression(hashes: hashes) }
    } else {
      add(.symbol) { lexer in lexer.position = end }
    }
  }

  private mutating func readString(hashes: Int) {
    let (start, startLine, isFirst) = (position, line, startsLine)
    position += hashes
    let isMultiline = isTripleQuote(at: position) && !isClosedOnLine(from: position + 2, hashes: hashes)
    position += isMultiline ? 3 : 1
    // The string comes before the code inside it, and gets its text when its end is known.
    let place = tokens.count
    append(.string, from: start, line: startLine, isFirst: isFirst)
    readStringContents(hashes: hashes, isMultiline: isMultiline)
    let utf8 = source.utf8
    let text = source[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: position)]
    tokens[place] = Token(kind: .string, text: text, line: startLine, startsLine: isFirst)
  }

  private mutating func readStringContents(hashes: Int, isMultiline: Bool) {
    while position < bytes.count {
      switch bytes[position] {
      case .newline:
        guard isMultiline else { return }
        line += 1
        position += 1
      case .backslash where hasHashes(hashes, at: position + 1):
        position += 1 + hashes
        readEscape()
      case .quote where isMultiline ? isTripleQuote(at: position) : true:
        let length = isMultiline ? 3 : 1
        if hasHashes(hashes, at: position + length) {
          position += length + hashes
          return
        }
        position += 1
      default:
        position += 1
      }
    }
  }

  /// What follows a backslash: one character, or an interpolation with code in it.
  private mutating func readEscape() {
    guard position < bytes.count, bytes[position] != .newline else { return }
    let isInterpolation = bytes[position] == .openParenthesis
    position += 1
    guard isInterpolation, depth < 50 else { return }
    depth += 1
    readTokens(until: .closeParenthesis)
    depth -= 1
    if position < bytes.count { position += 1 }
  }

  private func isTripleQuote(at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == .quote && bytes[index + 1] == .quote && bytes[index + 2] == .quote
  }

  /// `#"""#` is a quote between quotes, not the beginning of several lines.
  private func isClosedOnLine(from start: Int, hashes: Int) -> Bool {
    guard hashes > 0 else { return false }
    var index = start
    while index < bytes.count, bytes[index] != .newline {
      if bytes[index] == .quote, hasHashes(hashes, at: index + 1) { return true }
      index += 1
    }
    return false
  }

  private func hasHashes(_ count: Int, at index: Int) -> Bool {
    index + count <= bytes.count && bytes[index..<(index + count)].allSatisfy { $0 == .hash }
  }
}
