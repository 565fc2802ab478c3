public import Foundation
public import Testing
import TestingSupportCore

/// Runs code with its own empty directory, and removes the directory afterward.
///
/// Use it for code that reads and writes files. Each call creates another directory, so tests that run in parallel
/// never share one. The directory is removed when the code returns and when it throws:
///
/// ```swift
/// try await withTemporaryDirectory { directory in
///   let store = NoteStore(directory: directory)
///   try store.save("Buy milk", as: "todo")
///   #expect(try NoteStore(directory: directory).note("todo") == "Buy milk")
/// }
/// ```
/// To look at the files of a failing test, set `TESTING_SUPPORT_KEEP_FILES=1` in the environment: the directory is kept
/// if the code throws or records an issue, and standard error names it.
///
/// - Parameters:
///   - isolation: The isolation of the caller.
///   - sourceLocation: Where an issue is recorded if the directory cannot be created or removed.
///   - body: The code. Its argument is the directory.
/// - Returns: What the code returns.
/// - Throws: What the code throws.
@discardableResult
public func withTemporaryDirectory<R>(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (URL) async throws -> R
) async rethrows -> R {
  let directory = TemporaryDirectory(sourceLocation: sourceLocation)
  return try await KeptFiles.watching {
    try await body(directory.url)
  } atEnd: { hasFailed in
    directory.remove(unlessKeptBecause: hasFailed)
  }
}

/// A directory that one piece of a test has for itself.
struct TemporaryDirectory {
  let url: URL
  private let sourceLocation: SourceLocation
  private let fileManager: FileManager

  init(sourceLocation: SourceLocation, fileManager: FileManager = .default) {
    self.sourceLocation = sourceLocation
    self.fileManager = fileManager
    url = fileManager.temporaryDirectory
      .appendingPathComponent("testing-support-\(UUID().uuidString)", isDirectory: true)
    do {
      try fileManager.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      recordIssue("The temporary directory cannot be created\n\(url.path)\n\(error)", sourceLocation: sourceLocation)
    }
  }

  func remove(unlessKeptBecause hasFailed: Bool) {
    if hasFailed, KeptFiles.areWanted {
      let text = "◇ \(sourceLocation): the files of the failed test are kept in \(url.path)\n"
      FileHandle.standardError.write(Data(text.utf8))
      return
    }
    guard fileManager.fileExists(atPath: url.path) else { return }
    makeWritable()
    do {
      try fileManager.removeItem(at: url)
    } catch {
      recordIssue("The temporary directory cannot be removed\n\(url.path)\n\(error)", sourceLocation: sourceLocation)
    }
  }

  /// Tests of missing permissions take them away.
  private func makeWritable() {
    let all: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    var folders = [url.path]
    while let folder = folders.popLast() {
      try? fileManager.setAttributes(all, ofItemAtPath: folder)
      for name in (try? fileManager.contentsOfDirectory(atPath: folder)) ?? [] {
        let path = "\(folder)/\(name)"
        let type = try? fileManager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        if type == .typeDirectory { folders.append(path) }
      }
    }
  }
}
