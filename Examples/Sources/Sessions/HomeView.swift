#if canImport(SwiftUI)
  import SwiftUI

  /// The first screen. UI tests find its elements by their accessibility identifiers, in any language.
  public struct HomeView: View {
    private let status: String
    private let start: @MainActor () -> Void

    public init(status: String, start: @escaping @MainActor () -> Void) {
      self.status = status
      self.start = start
    }

    public var body: some View {
      VStack {
        Text(verbatim: status)
          .accessibilityIdentifier("session-status-label")
        Button("Start session", action: start)
          .accessibilityIdentifier("start-session-button")
      }
    }
  }
#endif
