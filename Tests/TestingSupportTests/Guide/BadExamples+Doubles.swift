// conventions:ignore-file sleeping - the guide warns of what stands here
import Testing
import TestingSupport

// Choosing a double

extension BadExamples {
  @MainActor
  final class MockFeedUseCase {
    var shouldThrowError = false
    var errorToThrow: (any Error)?
    var stubbedCharacters: [Character] = []
    var delayResponse = false
    var lastRequestedPage: Int?
    var callCount = 0

    func characters(page: Int) async throws -> [Character] {
      lastRequestedPage = page
      callCount += 1
      if delayResponse { try await Task.sleep(for: .seconds(1)) }  // sleep-is-the-subject
      if shouldThrowError, let error = errorToThrow { throw error }
      return stubbedCharacters
    }
  }
}

// Test data

extension BadExamples {
  struct Session: Equatable {
    var isActive: Bool
    var duration: Double
  }

  final class SessionBuilder {
    private var isActive = false
    private var duration = 3600.0

    func withIsActive(_ isActive: Bool) -> Self {
      self.isActive = isActive
      return self
    }

    func withDuration(_ duration: Double) -> Self {
      self.duration = duration
      return self
    }

    func build() -> Session { Session(isActive: isActive, duration: duration) }
  }

  static func buildTwoSessions() -> (short: Session, long: Session) {
    let active = SessionBuilder().withIsActive(true)
    let short = active.withDuration(60)
    let long = active.withDuration(7200)
    return (short.build(), long.build())
  }
}

// Readable values

extension BadExamples {
  struct NetworkModel: Hashable {
    var id: String
    var ssid: String
    var isSecure: Bool
    var isConnecting = false
    var isConnected = false
    var isSelected = false
    var signalStrength: Int?
  }
}
