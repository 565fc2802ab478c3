extension String {
  /// A failure without the functions that it names: an optimized build has others, and no lines.
  var withoutFunctions: String {
    replacing(/(?m)^[^\n]+ (?:started|continued)[^\n]* before [^\n]+\.\n/, with: "")
      .replacing(/; continues[^;\n]*/, with: "")
      .replacing(/\ in (?:`[^`]*`|its closure)/, with: "")
      .withoutLines
  }

  /// A failure without the lines at which its functions continue.
  var withoutLines: String { replacing(/\ at (?:line|[^ ]+\.swift:)\ ?\d+(?![\d:]*\d)/, with: "") }
}
