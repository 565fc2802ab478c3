/// The failure of a test with `leftovers: .fail` whose tasks outlive it.
enum LeftoversMessage {
  static func text(tasks: [String]) -> String {
    """
    \(tasks.count == 1 ? "1 task" : "\(tasks.count) tasks") outlived the test
    Unfinished: \(tasks.prefix(8).joined(separator: ", "))\(tasks.count > 8 ? ", and \(tasks.count - 8) more" : "").
    Await or cancel each task before the test ends.
    """
  }
}
