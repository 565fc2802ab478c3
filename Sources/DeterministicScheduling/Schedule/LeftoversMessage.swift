/// The failure of a test with `leftovers: .fail` whose tasks outlive it.
enum LeftoversMessage {
  static func text(tasks: [SuspendedTask]) -> String {
    """
    \(tasks.count == 1 ? "1 task" : "\(tasks.count) tasks") outlived the test
    Unfinished: \(SuspendedTask.list(tasks)).
    Await or cancel each task before the test ends.
    """
  }
}
