import Foundation

/// Where the session is kept.
public protocol SessionRepositoryProtocol: Sendable {
  /// The session that is kept, if there is one.
  func getSession() async -> Result<Session?, RepositoryError>
  /// Keeps a session.
  func saveSession(_ session: Session) async -> Result<Void, RepositoryError>
}

/// Why the repository cannot do what it is asked.
public enum RepositoryError: Error, Hashable, Sendable {
  case notFound
  case unavailable
}

/// Keeps the session in the user's settings.
public final class UserDefaultsSessionRepository: SessionRepositoryProtocol {
  private let suiteName: String
  private let key = "session"

  /// Keeps it in one suite of the settings.
  public init(suiteName: String) {
    self.suiteName = suiteName
  }

  public func getSession() async -> Result<Session?, RepositoryError> {
    guard let defaults = UserDefaults(suiteName: suiteName) else { return .failure(.unavailable) }
    guard let kept = defaults.dictionary(forKey: key) else { return .success(nil) }
    return Session(kept: kept).map { .success($0) } ?? .failure(.unavailable)
  }

  public func saveSession(_ session: Session) async -> Result<Void, RepositoryError> {
    guard let defaults = UserDefaults(suiteName: suiteName) else { return .failure(.unavailable) }
    defaults.set(session.kept, forKey: key)
    return .success(())
  }
}

extension Session {
  fileprivate var kept: [String: Any] {
    ["id": id.uuidString, "status": status.rawValue, "start": startDate.timeIntervalSince1970, "duration": duration]
  }

  fileprivate init?(kept: [String: Any]) {
    guard
      let id = (kept["id"] as? String).flatMap(UUID.init(uuidString:)),
      let status = (kept["status"] as? String).flatMap(Status.init(rawValue:)),
      let start = kept["start"] as? Double,
      let duration = kept["duration"] as? Double
    else { return nil }
    self.init(id: id, status: status, startDate: Date(timeIntervalSince1970: start), duration: duration)
  }
}
