import TestingSupport
import WiFi

extension NetworkModel: CustomDebugStringConvertible, TestDescribable {
  public var testDescription: String {
    TestDescription("NetworkModel")
      .id(id)
      .text(ssid)
      .flag("connecting", isConnecting)
      .flag("connected", isConnected)
      .flag("selected", isSelected)
      .flag("🔒", isSecure)
      .description
  }
}

extension NetworkModel: Buildable {}
