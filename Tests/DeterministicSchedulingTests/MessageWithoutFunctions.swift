extension String {
  /// A failure without the functions that it names: an optimized build has others.
  var withoutFunctions: String { replacing(/\ in `[^`]*`/, with: "") }
}
