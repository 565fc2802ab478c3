/// A task that waits, or yields, and where in the code.
struct SuspendedTask: Sendable, Equatable {
  let title: String
  /// Where it continues, and where the functions do that await it there.
  var frames: [UInt] = []

  /// The task and its function. Takes a while: the symbols of the program are searched.
  var text: String { functionName.map { "\(title) in `\($0)`" } ?? title }

  private var functionName: String? {
    frames.lazy.compactMap { FunctionName(at: $0) }.first(where: \.isWrittenByUser)?.text
  }
}
