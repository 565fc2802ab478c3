import Foundation
import TestConventions
import Testing

@Suite("The command")
struct CheckCommandTests {
  @Suite("Options")
  struct OptionTests {
    @Test(
      "When an option is not known then the command says so and fails",
      arguments: [
        ("--loud", "There is no option “--loud”."),
        ("--strict=yes", "There is no option “--strict=yes”."),
        ("--format", "“--format” takes one of: plain, github."),
        ("--format=xml", "“--format” takes one of: plain, github."),
        ("--without=naming", "“--without” takes one of: sleeping, yielding, "),
      ]
    )
    func whenOptionIsUnknown_thenCommandFails(argument: String, text: String) {
      let result = run([argument])

      #expect(result.status == 2)
      #expect(result.errors.hasPrefix(text))
      #expect(result.errors.contains("usage: check-test-conventions"))
    }

    @Test("When help is asked for then it is printed", arguments: ["--help", "-h"])
    func whenHelpIsAskedFor_thenItIsPrinted(argument: String) {
      let result = run(["--strict", argument])

      #expect(result.status == 0)
      #expect(result.output.contains("sleep-is-the-subject"))
      #expect(Rule.allCases.allSatisfy { result.output.contains("  \($0.rawValue): \($0.summary)") })
    }

    @Test(
      "When a format is asked for then findings are printed in it",
      arguments: [["--format", "github"], ["--format=github"]]
    )
    func whenFormatIsAskedFor_thenFindingsArePrintedInIt(arguments: [String]) throws {
      let folder = try Folder(["A.swift": "sleep(1)"])

      #expect(run(arguments + [folder.path]).output.hasPrefix("::warning file=\(folder.path)/A.swift,line=1,"))
    }

    @Test("When a rule is switched off then its findings are not printed")
    func whenRuleIsSwitchedOff_thenItsFindingsAreNotPrinted() throws {
      let folder = try Folder(["A.swift": "sleep(1)"])

      let result = run(["--without", "sleeping", "--strict", "--", folder.path])

      #expect(result == Result(status: 0, output: "", errors: ""))
    }
  }

  @Suite("Results")
  struct ResultTests {
    @Test("When something is found then strictness decides on the status", arguments: [[], ["--strict"]])
    func whenSomethingIsFound_thenStrictnessDecides(arguments: [String]) throws {
      let folder = try Folder(["B.swift": "sleep(1)", "A.swift": "\nusleep(1)", "C/A.swift": "sleep(1)"])

      let result = run(arguments + [folder.path])

      #expect(result.status == (arguments.isEmpty ? 0 : 1))
      #expect(places(in: result, of: folder) == ["A.swift:2", "B.swift:1", "C/A.swift:1"])
      #expect(result.errors.contains("Sources/TestingSupport/TestingSupport.docc"))
    }

    @Test("When nothing is found then nothing is said")
    func whenNothingIsFound_thenNothingIsSaid() throws {
      let folder = try Folder(["A.swift": "let a = 1"])

      #expect(run(["--strict", folder.path]) == Result(status: 0, output: "", errors: ""))
    }

    @Test("When there is nothing at a path then the command fails")
    func whenNothingIsAtPath_thenCommandFails() {
      let result = run(["/nowhere/at/all"])

      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("There is nothing at “/nowhere/at/all”."))
    }

    @Test("When a folder has no Swift file then the command says so")
    func whenFolderHasNoSwiftFile_thenCommandSaysSo() throws {
      let folder = try Folder(["A.txt": "sleep(1)", ".build/A.swift": "sleep(1)"])

      let expected = Result(status: 0, output: "", errors: "There is no Swift file at “\(folder.path)”.\n")
      #expect(run(["--strict", folder.path]) == expected)
    }

    @Test("When a file cannot be read then the others are checked and the command fails")
    func whenFileCannotBeRead_thenCommandFails() throws {
      let folder = try Folder(["B.swift": "sleep(1)"])
      try folder.write([0xFF, 0xFE, 0x61, 0x00], to: "A.swift")
      try folder.link("C.swift", to: "gone")

      let result = run([folder.path])

      #expect(result.status == 2)
      #expect(places(in: result, of: folder) == ["B.swift:1"])
      #expect(result.errors.contains("“\(folder.path)/A.swift” cannot be read as UTF-8 text."))
      #expect(result.errors.contains("“\(folder.path)/C.swift” cannot be read as UTF-8 text."))
    }

    @Test("When a file has bytes that are no UTF-8 then it is checked all the same")
    func whenFileHasOtherBytes_thenItIsChecked() throws {
      let folder = try Folder([:])
      try folder.write([0x2F, 0x2F, 0xC3, 0x28, 0x0A] + Array("sleep(1)".utf8), to: "A.swift")

      #expect(places(in: run([folder.path]), of: folder) == ["A.swift:2"])
    }
  }

  @Suite("Links")
  struct LinkTests {
    @Test("When a path is a link to a folder then the files behind it are checked under the path")
    func whenPathIsLink_thenFilesBehindAreChecked() throws {
      let folder = try Folder(["Real/A.swift": "sleep(1)"])
      try folder.link("Link", to: "Real")

      #expect(places(in: run([folder.path + "/Link"]), of: folder) == ["Link/A.swift:1"])
      #expect(places(in: run([folder.path + "/Link/"]), of: folder) == ["Link/A.swift:1"])
    }

    @Test("When links lead in a circle then each file is checked once")
    func whenLinksLeadInCircle_thenEachFileIsCheckedOnce() throws {
      let folder = try Folder(["A/A.swift": "sleep(1)", "B/B.swift": "sleep(1)"])
      try folder.link("A/Circle", to: "..")
      try folder.link("C", to: "B")

      #expect(places(in: run([folder.path]), of: folder) == ["A/A.swift:1", "B/B.swift:1"])
    }

    @Test("When paths name a file again then it is checked once")
    func whenPathsNameFileAgain_thenItIsCheckedOnce() throws {
      let folder = try Folder(["A.swift": "sleep(1)"])
      let paths = ["/A.swift", "/A.swift", "/./A.swift", ""].map { folder.path + $0 }

      #expect(places(in: run(paths), of: folder) == ["A.swift:1"])
    }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private struct Result: Equatable {
  var status: Int32
  var output: String
  var errors: String
}

private func run(_ arguments: [String]) -> Result {
  let texts = Texts()
  let command = CheckCommand(
    output: { texts.add($0, isError: false) },
    errors: { texts.add($0, isError: true) }
  )
  let status = command.run(arguments)
  return Result(status: status, output: texts.text(ofErrors: false), errors: texts.text(ofErrors: true))
}

/// What stands before the message of each line.
private func places(in result: Result, of folder: Folder) -> [String] {
  result.output.split(separator: "\n").map { line in
    line.dropFirst(folder.path.count + 1).split(separator: ":").prefix(2).joined(separator: ":")
  }
}

// MARK: - Doubles

// Sendable: every access is under the lock.
private final class Texts: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [(isError: Bool, text: String)] = []

  func add(_ line: String, isError: Bool) {
    lock.withLock { lines.append((isError, line + "\n")) }
  }

  func text(ofErrors isError: Bool) -> String {
    lock.withLock { lines.filter { $0.isError == isError }.map(\.text).joined() }
  }
}

/// A folder of its own, which goes with it.
private final class Folder {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  init(_ texts: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in texts { try write(Array(text.utf8), to: name) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }
}
