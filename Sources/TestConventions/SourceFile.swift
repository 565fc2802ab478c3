/// A Swift file, cut into tokens and declarations.
struct SourceFile: Sendable {
  let path: String
  /// The source without its comments.
  let code: [Token]
  let comments: [Token]
  let parser: Parser
  let declarations: [Declaration]
  /// For each opening bracket, the place of the one that closes it.
  let closing: [Int: Int]
  let outline: Outline
  let expectations: [Expectation]
  private let placesByWord: [Substring: [Int]]

  init(path: String, source: String) {
    let tokens = Lexer.tokens(of: source)
    self.path = path
    (code, comments) = Self.separate(tokens)
    parser = Parser(code)
    (declarations, closing) = (parser.declarations(), parser.closing)
    outline = Outline(of: declarations, in: code)
    placesByWord = Self.places(in: code)
    expectations = Expectation.all(in: code, at: placesByWord, closing: closing)
  }

  private static func places(in code: [Token]) -> [Substring: [Int]] {
    var places: [Substring: [Int]] = [:]
    for (index, token) in code.enumerated() where token.kind == .word { places[token.text, default: []].append(index) }
    return places
  }

  private static func separate(_ tokens: [Token]) -> (code: [Token], comments: [Token]) {
    var parts: (code: [Token], comments: [Token]) = ([], [])
    parts.code.reserveCapacity(tokens.count)
    for token in tokens {
      if token.kind == .comment { parts.comments.append(token) } else { parts.code.append(token) }
    }
    return parts
  }

  /// The places of all tokens that are one of these names.
  func places(of words: Set<Substring>) -> [Int] {
    words.flatMap { placesByWord[$0] ?? [] }.sorted()
  }

  /// All functions, however deep in types.
  var functions: [Declaration] { declarationsAtAnyDepth.filter { $0.kind == .function } }

  /// All types, functions and other declarations, however deep in types.
  var declarationsAtAnyDepth: [Declaration] { Self.flat(declarations) }

  private static func flat(_ declarations: [Declaration]) -> [Declaration] {
    declarations.flatMap { [$0] + ($0.kind == .function ? [] : flat($0.members)) }
  }
}
