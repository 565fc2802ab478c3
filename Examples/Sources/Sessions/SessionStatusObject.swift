#if canImport(Combine)
  import Combine

  /// The status of the session in words, for a view of iOS 16 or macOS 13 that observes it.
  @MainActor
  public final class SessionStatusObject: ObservableObject {
    @Published public private(set) var text = "No session"

    private let getSession: GetSessionUseCase

    public init(getSession: GetSessionUseCase) {
      self.getSession = getSession
    }

    /// Shows the session that is kept.
    public func load() async {
      text = "Loading"
      switch await getSession.execute() {
      case .success(let session): text = session?.status.rawValue ?? "No session"
      case .failure: text = "Sessions cannot be read at the moment."
      }
    }
  }
#endif
