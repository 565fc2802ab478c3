/// What happens if a task of a deterministic test throws an error that no code handles.
///
/// A task keeps its error until its `value` or `result` is awaited, and so an error of a task that isn't awaited is lost.
/// Choose ``fail`` for code that starts tasks without awaiting them:
///
/// ```swift
/// @Test("When the app goes to the background then the draft is saved", .deterministic(unhandledErrors: .fail))
/// func whenAppGoesToBackground_thenDraftIsSaved() async {
///   let editor = Editor(drafts: drafts)
///   editor.didEnterBackground()  // saves in a `Task` that throws if the disk is full
///   await settle()
///   #expect(await drafts.saved == [""])
/// }
/// ```
/// ```
/// 1 task threw an error that was not handled
/// "save draft" in `closure #1 in Editor.didEnterBackground()` at Editor.swift:24: DiskIsFull()
/// Await the value of the task, or catch the error inside the task.
/// ```
/// The test fails when everything that it has started has finished. Errors of tasks that were cancelled because they outlived
/// the test count too. `CancellationError` doesn't count, nor do errors of child tasks, which are rethrown where their
/// parent awaits them.
///
/// Without ``DeterministicSupport/exact`` support, no error is seen: the first test that asks for it records a warning.
public enum UnhandledErrors: Sendable, Hashable {
  /// Unhandled errors are ignored, as they are in an ordinary test. This is the default.
  case ignore
  /// Unhandled errors fail the test, which lists them with their tasks. They are retained until the test has finished;
  /// the tasks and their other results aren't.
  case fail
}
