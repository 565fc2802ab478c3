// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import TestDescriptions
import Testing

@Suite("The examples of the article on readable failures")
struct ReadableFailuresExamples {
  @Test("When a model conforms without code then its fields are described")
  func whenModelConformsWithoutCode_thenFieldsAreDescribed() {
    let profile = Profile(id: "4f9a01bc", name: "Ada", plan: .free, avatar: nil, isVerified: true)
    #expect(profile.testDescription == #"Profile(4f9a01, name: "Ada", plan: free [verified])"#)
  }

  @Test("When a model describes itself then it is in its own words")
  func whenModelDescribesItself_thenItIsInItsOwnWords() {
    let network = NetworkModel(id: "a1b2c3d4", ssid: "AWiFi", signal: .high, isConnected: true, isSecure: true)
    #expect(network.testDescription == #"NetworkModel(a1b2c3, "AWiFi", signal: high [connected, 🔒])"#)
  }
}

@Suite("The examples of the comments")
struct DescribingExamples {
  @Test("When any value is reflected then its fields are described")
  func whenAnyValueIsReflected_thenFieldsAreDescribed() {
    let network = NetworkModel(id: "a1b2c3d4", ssid: "AWiFi", signal: .high, isConnected: true, isSecure: true)
    let text = TestDescription(reflecting: network).description
    // NetworkModel(a1b2c3, ssid: "AWiFi", signal: high [connected, secure])
    #expect(text == #"NetworkModel(a1b2c3, ssid: "AWiFi", signal: high [connected, secure])"#)
  }

  @Test("When a description is given a name then it opens with that")
  func whenDescriptionIsGivenName_thenItOpensWithThat() {
    let network = RemoteNetwork(id: "a1b2c3d4", ssid: "AWiFi", signal: .high, isConnected: true, isSecure: true)
    #expect(network.testDescription == #"NetworkModel(a1b2c3, "AWiFi", signal: high [connected, 🔒])"#)
  }
}

private struct Profile {
  enum Plan { case free, pro }

  var id: String
  var name: String
  var plan: Plan
  var avatar: URL?
  var isVerified: Bool
}

extension Profile: TestDescribable {}

private struct NetworkModel {
  enum Signal { case high, low }

  var id: String
  var ssid: String
  var signal: Signal?
  var isConnected: Bool
  var isSecure: Bool
}

extension NetworkModel: TestDescribable {
  public var testDescription: String {
    TestDescription(for: self)
      .id(id)
      .text(ssid)
      .field("signal", signal)
      .flag("connected", isConnected)
      .flag("🔒", isSecure)
      .description
  }
}

private struct RemoteNetwork {
  var id: String
  var ssid: String
  var signal: NetworkModel.Signal?
  var isConnected: Bool
  var isSecure: Bool
}

extension RemoteNetwork: TestDescribable {
  public var testDescription: String {
    TestDescription("NetworkModel")
      .id(id)
      .text(ssid)
      .field("signal", signal)
      .flag("connected", isConnected)
      .flag("🔒", isSecure)
      .description  // NetworkModel(a1b2c3, "AWiFi", signal: high [connected, 🔒])
  }
}
