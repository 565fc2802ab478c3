/// A place that breaks a convention.
public struct Finding: Hashable, Sendable {
  /// The file, as it was given.
  public let path: String
  /// Counted from one.
  public let line: Int
  /// What it breaks.
  public let rule: Rule
  /// What is wrong, and what to do instead.
  public let message: String
}

/// How findings are printed.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// `file:line: warning: …`, as compilers print it and editors understand it.
  case plain
  /// As a workflow command of GitHub, which shows it beside the line.
  case github
}

extension Finding {
  /// The finding in one line.
  public func report(as format: ReportFormat) -> String {
    let text = "\(message) [\(rule.rawValue): see “\(rule.page)” in the conventions guide]"
    return switch format {
    case .plain: "\(path):\(line): warning: \(text)"
    case .github: "::warning file=\(path.escaped(",:")),line=\(line),title=\(rule.rawValue)::\(text.escaped(""))"
    }
  }
}

extension String {
  // What a workflow command must not contain as it is.
  fileprivate func escaped(_ others: String) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "%": text += "%25"
      case "\n": text += "%0A"
      case "\r": text += "%0D"
      case "," where others.contains(","): text += "%2C"
      case ":" where others.contains(":"): text += "%3A"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
