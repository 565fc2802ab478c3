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
///
/// `@unchecked Sendable`: user defaults may be used on any thread, but not every SDK marks them so. The rest is constant.
public final class UserDefaultsSessionRepository: SessionRepositoryProtocol, @unchecked Sendable {
  private let defaults: UserDefaults
  private let key = "session"

  public init(defaults: UserDefaults) {
    self.defaults = defaults
  }

  public func getSession() async -> Result<Session?, RepositoryError> {
    guard let kept = defaults.dictionary(forKey: key) else { return .success(nil) }
    return Session(kept: kept).map { .success($0) } ?? .failure(.unavailable)
  }

  public func saveSession(_ session: Session) async -> Result<Void, RepositoryError> {
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
