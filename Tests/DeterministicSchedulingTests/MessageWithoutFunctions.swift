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

  /// A failure without the wait of a task that may have been the reason: on a busy machine, one for a sanitizer's memory is.
  var withoutShortWait: String {
    replacing(/\nA task blocked its thread while other tasks of the test were ready(?s:.*)/, with: "")
  }
}
