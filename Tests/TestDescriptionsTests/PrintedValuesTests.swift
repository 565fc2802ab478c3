// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import TestDescriptions
import Testing
import TestingSupportCore

/// Holds the text that Swift Testing prints, rather than the properties it takes it from.
@Suite("What a failing test prints of a described value")
struct PrintedValuesTests {
  @Test(
    "When an expectation fails then the issue shows the description wherever the value stands",
    arguments: Place.allCases
  )
  func whenExpectationFails_thenIssueShowsDescription(place: Place) async throws {
    let issues = await capturingIssues { place.fail(network: .stub) }
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect("\(issue)".contains(place.expectedText))
  }

  @Test("When lists differ in a flag then the issue shows it on one side")
  func whenListsDifferInFlag_thenIssueShowsIt() async throws {
    let networks = [Network(id: "d4e5f6a1b2", ssid: "BWiFi", isSecure: true)]
    let selected = [Network(id: "d4e5f6a1b2", ssid: "BWiFi", isSelected: true, isSecure: true)]
    let issues = await capturingIssues { #expect(networks == selected) }
    let sides = #"(networks → [Network(d4e5f6, "BWiFi" [🔒])]) == (selected → [Network(d4e5f6, "BWiFi" [selected, 🔒])])"#
    #expect("\(try #require(issues.first))".contains("Expectation failed: \(sides)"))
  }

  #if os(Linux) || os(macOS)
    @Test(
      "When a run fails then its log shows the description in every place, and for the test's argument",
      .enabled(if: TestRun.canBeRepeated, "this process was not started by swift test"),
      .timeLimit(.minutes(2))
    )
    func whenRunFails_thenLogShowsDescription() async throws {
      let log = try await TestRun.log(ofOnly: "FailingOnPurpose", environment: [failOnPurpose: "1"])
      #expect(log.contains("network → \(description)"))
      for place in Place.allCases {
        #expect(log.contains(place.expectedText), "\(place)\n\(log)")
      }
    }
  #endif
}

/// Fails in every place, but only in a run of its own whose log a test reads.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[failOnPurpose] != nil, "only a test's own run of it may fail"))
struct FailingOnPurpose {
  @Test(arguments: [Network.stub])
  func whenValueIsPrinted_thenItIsDescribed(network: Network) {
    Place.allCases.forEach { $0.fail(network: network) }
  }
}

/// The places where Swift Testing prints a value.
enum Place: CaseIterable {
  case alone, optional, array, dictionaryValue, enumPayload, nestedField, thrownError, recordedText

  // conventions:ignore source-location - the text is what is asked, not the place
  func fail(network: Network) {
    let other = Network(id: "f9e8d7c6b5", ssid: "BWiFi")
    switch self {
    case .alone: #expect(network == other)
    case .optional: #expect(Optional(network) == nil)
    case .array: #expect([network] == [])
    case .dictionaryValue: #expect(["home": network] == [:])
    case .enumPayload: #expect(Search.found(network) == .nothing)
    case .nestedField: #expect(Site(network: network) == Site(network: other))
    case .thrownError: #expect(throws: Search.nothing) { throw Search.found(network) }
    case .recordedText: Issue.record("lost \(network)")
    }
  }

  var expectedText: String {
    switch self {
    case .alone: "(network → \(description)) == (other → Network(f9e8d7, \"BWiFi\"))"
    case .optional: "(Optional(network) → \(description)) == nil"
    case .array: "([network] → [\(description)]) == []"
    case .dictionaryValue: #"(["home": network] → ["home": \#(description)])"#
    case .enumPayload: "(Search.found(network) → .found(\(description)))"
    case .nestedField: "Site(network: \(description))"
    case .thrownError: "found(\(description))"
    case .recordedText: "lost \(description)"
    }
  }
}

private let failOnPurpose = "TESTING_SUPPORT_FAIL_ON_PURPOSE"

private let description = #"Network(a1b2c3, "AWiFi" [selected])"#

struct Network: Equatable, Sendable {
  var id: String
  var ssid: String
  var isSelected = false
  var isSecure = false

  static let stub = Network(id: "a1b2c3d4e5", ssid: "AWiFi", isSelected: true)
}

extension Network: TestDescribable {
  public var testDescription: String {
    TestDescription(for: self).id(id).text(ssid).flag("selected", isSelected).flag("🔒", isSecure).description
  }
}

private struct Site: Equatable {
  var network: Network
}

private enum Search: Error, Equatable {
  case nothing
  case found(Network)
}
