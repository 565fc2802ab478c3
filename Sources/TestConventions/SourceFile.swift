/// A Swift file, cut into tokens and declarations.
struct SourceFile: Sendable {
  let path: String
  /// The source without its comments.
  let code: [Token]
  let comments: [Token]
  let declarations: [Declaration]

  init(path: String, source: String) {
    let tokens = Lexer.tokens(of: source)
    self.path = path
    code = tokens.filter { $0.kind != .comment }
    comments = tokens.filter { $0.kind == .comment }
    declarations = Parser(code).declarations()
  }

  /// All functions, however deep in types.
  var functions: [Declaration] { Self.functions(in: declarations) }

  private static func functions(in declarations: [Declaration]) -> [Declaration] {
    declarations.flatMap { $0.kind == .function ? [$0] : functions(in: $0.members) }
  }
}
