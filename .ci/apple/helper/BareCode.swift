/// Code without its comments and without the text of its string literals; lines stay lines.
struct BareCode {
  private(set) var text = ""
  private var rest: Substring

  init(_ code: String) {
    rest = Substring(code)
    while !rest.isEmpty { next() }
  }

  private mutating func drop(_ count: Int = 1, keep: Bool = false) {
    let dropped = rest.prefix(count)
    text += keep ? String(dropped) : dropped.filter { $0 == "\n" }
    rest = rest.dropFirst(count)
  }

  private mutating func next() {
    if rest.hasPrefix("//") {
      drop(rest.prefix { $0 != "\n" }.count)
    } else if rest.hasPrefix("/*") {
      comment()
    } else if rest.first == "\"" || rest.first == "#" {
      let pounds = rest.prefix { $0 == "#" }.count
      if rest.dropFirst(pounds).first == "\"" { string(pounds) } else { drop(max(1, pounds), keep: true) }
    } else {
      drop(keep: true)
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1; drop(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1; drop(2)
      } else {
        drop()
      }
    } while depth > 0 && !rest.isEmpty
  }

  private mutating func string(_ pounds: Int) {
    let hashes = String(repeating: "#", count: pounds)
    drop(pounds)
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    text += "\""
    drop(quotes.count)
    while !rest.isEmpty, !rest.hasPrefix(quotes + hashes) {
      if quotes == "\"", rest.first == "\n" { return }
      if rest.hasPrefix("\\" + hashes + "(") {
        drop(pounds + 2)
        text += "("
        interpolation()
      } else if rest.hasPrefix("\\" + hashes) {
        drop(pounds + 2)
      } else {
        drop()
      }
    }
    drop(quotes.count + pounds)
    text += "\""
  }

  private mutating func interpolation() {
    var depth = 1
    while depth > 0, !rest.isEmpty {
      if rest.first == "(" { depth += 1 } else if rest.first == ")" { depth -= 1 }
      next()
    }
  }
}
