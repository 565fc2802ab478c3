import Foundation

/// A stretch of work.
public struct Session: Identifiable, Hashable, Sendable {
  /// How far it has come.
  public enum Status: String, CaseIterable, Hashable, Sendable {
    case idle, active, paused, finished
  }

  public let id: UUID
  public var status: Status
  public var startDate: Date
  public var duration: TimeInterval

  public init(id: UUID, status: Status, startDate: Date, duration: TimeInterval) {
    self.id = id
    self.status = status
    self.startDate = startDate
    self.duration = duration
  }
}

/// Why something cannot be done to a session.
public enum SessionRuleError: Error, Hashable, Sendable {
  case alreadyRunning
  case notRunning
  case tooShort
}

extension Session {
  /// The shortest session that may be planned.
  public static let minimumDuration: TimeInterval = 60

  /// Throws if the session breaks a rule.
  public func validate() throws(SessionRuleError) {
    guard duration >= Self.minimumDuration else { throw .tooShort }
  }
}
