import Foundation

/// What the old and the new tests of the guide's pages on migrating test.
@MainActor
final class ProfileModel {
  private(set) var name = ""
  private(set) var message: String?
  private(set) var isLoading = false
  var onLoad: () -> Void = {}
  private let loader: any ProfileLoader
  private var loading: Task<Void, Never>?

  init(loader: any ProfileLoader) {
    self.loader = loader
  }

  func onAppear() {
    guard loading == nil else { return }
    loading = Task { [weak self] in await self?.load() }
  }

  func onDisappear() {
    loading?.cancel()
    loading = nil
  }

  private func load() async {
    isLoading = true
    defer { isLoading = false }
    do {
      name = try await loader.load()
    } catch {
      message = error == .offline ? "Offline" : nil
    }
    onLoad()
  }
}

/// Where a profile comes from.
protocol ProfileLoader: Sendable {
  func load() async throws(ProfileError) -> String
}

enum ProfileError: Error {
  case offline
  case cancelled
  case empty
  case tooLong
}

/// Posts a notification when a person signs out.
struct SignOut {
  let center: NotificationCenter

  func perform() {
    center.post(name: .didSignOut, object: nil)
  }
}

extension Notification.Name {
  static let didSignOut = Notification.Name("didSignOut")
}

/// Says whether a name may be used.
struct NameRule {
  func check(_ name: String) throws(ProfileError) {
    if name.isEmpty { throw .empty }
    if name.count > 20 { throw .tooLong }
  }
}
