// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Testing
import TestingSupport

/// The guide's page on readable values, and the texts that it shows.
@Suite("The guide's page on readable values")
struct ReadableValuesExamples {
  @Test("When a value describes itself then a failure shows the one word that differs")
  func whenValueDescribesItself_thenFailureShowsWhatDiffers() async {
    let row = NetworkModel(id: "a1b2c3d4-e5f6", ssid: "AWiFi", isSecure: true)
    let selected = NetworkModel(id: "a1b2c3d4-e5f6", ssid: "AWiFi", isSecure: true, isSelected: true)

    let issues = await recordedIssues { #expect(row == selected) }

    let text = issues.first.map { "\($0)" }
    #expect(
      text?.contains(
        #"(row → NetworkModel(a1b2c3, "AWiFi" [🔒])) == (selected → NetworkModel(a1b2c3, "AWiFi" [selected, 🔒]))"#
      ) == true
    )
  }

  @Test("When a type conforms and says no more then its fields are described")
  func whenTypeConformsAndSaysNoMore_thenFieldsAreDescribed() {
    let profile = UserProfile(id: "a1b2c3d4-e5f6", name: "john_doe", isVerified: true)

    #expect(profile.testDescription == #"UserProfile(a1b2c3, name: "john_doe" [verified])"#)
  }
}

// MARK: - Production code

private struct NetworkModel: Hashable {
  var id: String
  var ssid: String
  var isSecure: Bool
  var isConnected = false
  var isSelected = false
}

private struct UserProfile: Hashable {
  var id: String
  var name: String
  var isVerified = false
  var isPremium = false
  var lastLogin: String?
}

// MARK: - Descriptions

extension UserProfile: TestDescribable {}

extension NetworkModel: TestDescribable {
  public var testDescription: String {
    TestDescription(for: self)
      .id(id)
      .text(ssid)
      .flag("connected", isConnected)
      .flag("selected", isSelected)
      .flag("🔒", isSecure)
      .description
  }
}
