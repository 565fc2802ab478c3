extension String {
  /// A failure without the functions that it names: an optimized build has others.
  var withoutFunctions: String {
    replacing(/(?m)^[^\n]+ (?:started|continued)[^\n]* before [^\n]+\.\n/, with: "")
      .replacing(/; continues[^;\n]*/, with: "")
      .replacing(/\ in (?:`[^`]*`|its closure)/, with: "")
  }
}
