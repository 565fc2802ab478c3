import TestingSupport
import WiFi

/// A network for every suite of this domain: a test names only what it is about.
func makeNetwork(
  id: String = anyString(),
  ssid: String = anyString(),
  isSecure: Bool = anyBool(),
  signalStrength: WiFiSignalStrength = anyCase(of: WiFiSignalStrength.self)
) -> WiFiNetwork {
  WiFiNetwork(id: id, ssid: ssid, isSecure: isSecure, signalStrength: signalStrength)
}
