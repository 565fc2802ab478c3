// conventions:ignore-file count-only - that so many were recorded is what is asked

import Foundation
import TestAssertions
import Testing
import TestingSupportCore

@testable import FoundationDoubles

@Suite("Files of a test")
struct FileTests {
  @Suite("in a temporary directory")
  struct TemporaryDirectories {
    @Test("When code ends then its directory is gone, with what is in it")
    func whenCodeEnds_thenDirectoryIsGone() async throws {
      let directory = try await withTemporaryDirectory { directory in
        try Data("text".utf8).write(to: directory.appending(path: "file"))
        #expect(FileManager.default.fileExists(atPath: directory.path))
        return directory
      }
      #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("When code throws then its directory is gone, and the error is thrown")
    func whenCodeThrows_thenDirectoryIsGone() async {
      var directory: URL?
      await #expect(throws: CancellationError.self) {
        try await withTemporaryDirectory {
          directory = $0
          throw CancellationError()
        }
      }
      #expect(directory.map { FileManager.default.fileExists(atPath: $0.path) } == false)
    }

    @Test("When many tests run at once then no two share a directory")
    func whenManyRunAtOnce_thenNoTwoShare() async {
      let directories = await withTaskGroup(of: URL.self) { group in
        for _ in 0..<50 { group.addTask { await withTemporaryDirectory { $0 } } }
        return await group.reduce(into: Set<URL>()) { $0.insert($1) }
      }
      #expect(directories.count == 50)
    }

    @Test("When permissions were taken away then the directory is gone all the same")
    func whenPermissionsWereTakenAway_thenDirectoryIsGone() async throws {
      let directory = try await withTemporaryDirectory { directory in
        let folder = directory.appending(path: "locked")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "file"))
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: folder.path)
        return directory
      }
      #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("When code removes the directory itself then that is no failure")
    func whenCodeRemovesDirectory_thenThatIsNoFailure() async throws {
      try await withTemporaryDirectory { try FileManager.default.removeItem(at: $0) }
    }

    @Test("When a directory can be neither created nor removed then each is an issue at the caller's line")
    func whenDirectoryCannotBeMade_thenThatIsIssue() async {
      // Sendable: it has no state.
      final class FailingFileManager: FileManager, @unchecked Sendable {
        struct Refusal: Error {}

        override func createDirectory(
          at url: URL,
          withIntermediateDirectories: Bool,
          attributes: [FileAttributeKey: Any]? = nil
        ) throws { throw Refusal() }
        override func removeItem(at url: URL) throws { throw Refusal() }
        override func fileExists(atPath path: String) -> Bool { true }
      }
      let location = #_sourceLocation
      var path = ""
      let issues = await recordedIssues {
        let directory = TemporaryDirectory(sourceLocation: location, fileManager: FailingFileManager())
        path = directory.url.path
        directory.remove(unlessKeptBecause: false)
      }
      #expect(issues.map(\.sourceLocation) == [location, location])
      #expect(
        issues.map(\.comments) == [
          ["The temporary directory cannot be created\n\(path)\nRefusal()"],
          ["The temporary directory cannot be removed\n\(path)\nRefusal()"],
        ]
      )
    }

    #if compiler(>=6.3)
      @Test("When files are to be kept then a warning keeps none")
      func whenCodeWarns_thenNoFilesAreKept() async {
        let directory = Locked<URL?>(nil)
        _ = await KeptFiles.$override.withValue(true) {
          await recordedIssues {
            await withTemporaryDirectory { url in
              directory.withLock { $0 = url }
              Issue.record("Look at this", severity: .warning)
            }
          }
        }
        #expect(directory.withLock(\.self).map { FileManager.default.fileExists(atPath: $0.path) } == false)
      }
    #endif

    @Test("When files are to be kept then only those of failing code are", arguments: [true, false])
    func whenFilesAreToBeKept_thenThoseOfFailingCodeAre(fails: Bool) async {
      let directory = Locked<URL?>(nil)
      let issues = await KeptFiles.$override.withValue(true) {
        await recordedIssues {
          await withTemporaryDirectory { url in
            directory.withLock { $0 = url }
            if fails { Issue.record("Not so") }
          }
        }
      }
      let url = directory.withLock(\.self)
      #expect(url.map { FileManager.default.fileExists(atPath: $0.path) } == fails)
      #expect(issues.map(\.comments) == (fails ? [["Not so"]] : []))
      url.map { try? FileManager.default.removeItem(at: $0) }
    }

    @Test("When files are to be kept then those of code that throws are")
    func whenCodeThrows_thenFilesAreKept() async throws {
      var directory: URL?
      await KeptFiles.$override.withValue(true) {
        await #expect(throws: CancellationError.self) {
          try await withTemporaryDirectory {
            directory = $0
            throw CancellationError()
          }
        }
      }
      let url = try #require(directory)
      #expect(FileManager.default.fileExists(atPath: url.path))
      try FileManager.default.removeItem(at: url)
    }
  }

  @Suite("in user defaults")
  struct Defaults {
    @Test("When code ends then its user defaults are empty again")
    func whenCodeEnds_thenDefaultsAreEmpty() async {
      await withUserDefaults { defaults in
        defaults.set(1, forKey: "count")
        #expect(defaults.integer(forKey: "count") == 1)
        #expect(UserDefaults.standard.object(forKey: "count") == nil)
      }
      await withUserDefaults { #expect($0.object(forKey: "count") == nil) }
    }

    @Test("When code throws then the error is thrown")
    func whenCodeThrows_thenErrorIsThrown() async {
      await #expect(throws: CancellationError.self) {
        try await withUserDefaults { _ in throw CancellationError() }
      }
    }
  }

  @Suite("beside the tests")
  struct Fixtures {
    @Test("When a file is beside the test or in its folder of fixtures then it is found")
    func whenFileIsBesideTest_thenItIsFound() throws {
      #expect(try String(decoding: fixtureData("beside.txt"), as: UTF8.self) == "beside\n")
      #expect(try fixtureJSON("items.json", as: [[String: String]].self) == [["name": "Milk"]])
      #expect(throws: DecodingError.self) { try fixtureJSON("items.json", as: Int.self) }
    }

    @Test("When there is no such file then the issue lists where it was looked for")
    func whenThereIsNoFile_thenIssueListsPlaces() async throws {
      var line = 0
      let issues = await recordedIssues {
        line = #line + 1
        _ = try fixtureData("missing.json")
      }
      #expect(issues.map(\.sourceLocation?.line) == [line])
      let text = try #require(issues.first?.comments.first?.rawValue)
      #expect(text.hasPrefix("There is no fixture file \"missing.json\"\nLooked for:\n- /"))
      #expect(text.hasSuffix("/Resources/missing.json"))
    }

    @Test("When a bundle is given then it is searched too")
    func whenBundleIsGiven_thenItIsSearched() async throws {
      try await withTemporaryDirectory { directory in
        try Data("bundled".utf8).write(to: directory.appending(path: "bundled.txt"))
        let bundle = try #require(Bundle(path: directory.path))
        #expect(try String(decoding: fixtureData("bundled.txt", in: bundle), as: UTF8.self) == "bundled")
      }
    }
  }
}
