/// A task that waits, or yields, and where in the code.
struct SuspendedTask: Sendable, Equatable {
  let title: String
  /// Where it continues, and where the functions do that await it there.
  var frames: [UInt] = []
  /// Whether it has not suspended since it continued there.
  var isBlocked = false

  /// The task, its function, and the line. Takes a while: the symbols of the program are searched.
  var text: String { CodePlace(firstWrittenByUserAt: frames).map { "\(title) \($0.text)" } ?? title }
}
