import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

@Suite("A deterministic test whose body throws", .exactOnly)
struct ThrowOriginTests {
  @Test("says nothing of an error that it has caught")
  func whenTheBodyCatchesTheError_thenNothingIsSaid() async throws {
    let outcome = try await run(
      ThrowingProgram(testDescription: "catches") { try? Album(name: "a").photo(at: 1) }
    )

    #expect(outcome.error == nil)
    #expect(outcome.harmless.isEmpty)
  }

  // An optimized build has other functions.
  #if DEBUG
    @Test("says nothing where that isn't known", arguments: ThrowingProgram.unknown)
    func whenTheFunctionIsUnknown_thenNothingIsSaid(program: ThrowingProgram) async throws {
      let outcome = try await run(program)

      #expect(outcome.error != nil)
      #expect(outcome.harmless.isEmpty)
    }

    @Test("says in which function and line the error was thrown", arguments: ThrowingProgram.known)
    func whenTheFunctionIsKnown_thenAWarningNamesIt(program: ThrowingProgram) async throws {
      let outcome = try await run(program)

      #expect(outcome.error is Lost)
      #expect(outcome.issues.isEmpty)
      #expect(outcome.harmless.count == 1, "\(outcome.harmless)")
      let warning = try #require(outcome.harmless.first)
      let text = "The error was thrown in `\(try #require(program.function))`."
      #expect(warning.withoutLines.contains(text), "\(warning)")
      let place = try #require(warning.firstMatch(of: /` at ThrowOriginTests\.swift:(\d+)\./), "\(warning)")
      let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
      #expect(source[try #require(Int(place.1)) - 1].contains("throw "), "\(warning)")
      #expect(outcome.harmless.first?.contains("ThrowOriginTests.swift") == true)
    }

    @Test("says so in the report of a failing order, and only of its error")
    func whenAnOrderFails_thenTheReportNamesTheFunction() async throws {
      let outcome = try await explore(.interleavings(50, seed: 1)) {
        guard await takeTurns() != [1, 2, 1, 2] else { return }
        try await Album(name: "a").load()
      }

      #expect(outcome.error is Lost)
      let report = try #require(outcome.report).withoutLines
      #expect(report.contains("`.\nThe error was thrown in `Album.load()`.\n"), "\(report)")
      #expect(report.components(separatedBy: "thrown in").count == 2)
    }

    @Test("knows the latest errors of many, thrown by several tasks at once")
    func whenManyErrorsAreThrown_thenTheLatestIsKnown() async throws {
      for _ in 0..<20 {
        let outcome = try await run(
          ThrowingProgram(testDescription: "many") {
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<100 { group.addTask { try? Album(name: "a").photo(at: 1) } }
            }
            try Album(name: "a").photo(at: 1)
          }
        )
        // Among others, if the machine is so busy that a task seems to keep its thread.
        let place = "The error was thrown in `Album.photo(at:)` at ThrowOriginTests.swift:"
        #expect(outcome.harmless.contains { $0.contains(place) }, "\(outcome.harmless)")
      }
    }
  #endif

  private func run(
    _ program: ThrowingProgram,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    try await explore(DeterministicTrait.deterministic, sourceLocation: sourceLocation, program.run)
  }
}

/// A program that throws, and the function in which it does, if that can be known.
struct ThrowingProgram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var function: String?
  let run: @Sendable () async throws -> Void

  static let known = [
    ThrowingProgram(testDescription: "a method", function: "Album.photo(at:)") {
      try Album(name: "a").photo(at: 1)
    },
    ThrowingProgram(testDescription: "a suspended method", function: "Album.load()") {
      try await Album(name: "a").load()
    },
    ThrowingProgram(testDescription: "an actor", function: "Shelf.take()") { try await Shelf().take() },
    ThrowingProgram(testDescription: "the main actor", function: "ThrowingProgram.takeOnMain()") {
      try await takeOnMain()
    },
    ThrowingProgram(testDescription: "a task", function: "Album.photo(at:)") {
      try await Task.detached { try Album(name: "a").photo(at: 1) }.value
    },
    ThrowingProgram(testDescription: "the second of two", function: "Album.photo(at:)") {
      try? await Shelf().take()
      try Album(name: "a").photo(at: 1)
    },
    ThrowingProgram(testDescription: "before a child that throws too", function: "Album.photo(at:)") {
      async let child: Void = Shelf().takeLate()
      try Album(name: "a").photo(at: 1)
      try await child
    },
    ThrowingProgram(testDescription: "what was caught and is thrown again", function: "Album.photoAgain()") {
      try Album(name: "a").photoAgain()
    },
  ]

  static let unknown = [
    ThrowingProgram(testDescription: "typed throws") { try Album(name: "a").photo(named: "b") },
    ThrowingProgram(testDescription: "a result") { try Result<Void, any Error>.failure(Lost()).get() },
    ThrowingProgram(testDescription: "a continuation") {
      try await withCheckedThrowingContinuation { $0.resume(throwing: Lost()) }
    },
    ThrowingProgram(testDescription: "a requirement of the testing library") {
      try await withIssueHandling({ _ in nil }) { _ = try #require(Int("x")) }
    },
  ]

  @MainActor private static func takeOnMain() async throws {
    await Task.yield()  // conventions:ignore yielding - the function resumes before it throws
    throw Lost()
  }
}

private struct Album {
  let name: String

  @inline(never)
  func photo(at index: Int) throws {
    if index > 0 { throw Lost() }
  }

  @inline(never)
  func photoAgain() throws {
    do { try photo(at: 1) } catch { throw error }
  }

  @inline(never)
  func photo(named name: String) throws(Lost) { throw Lost() }

  @inline(never)
  func load() async throws {
    await Task.yield()  // conventions:ignore yielding - the function resumes before it throws
    throw Lost()
  }
}

private actor Shelf {
  func take() throws { throw Lost() }

  func takeLate() async throws {
    // conventions:ignore yielding - runs until it is cancelled
    while !Task.isCancelled { await Task.yield() }
    throw Lost()
  }
}
