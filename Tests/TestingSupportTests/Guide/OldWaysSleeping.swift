// conventions:ignore-file sleeping, yielding, test-name - the old ways, for "Migrating from sleeping"
import Testing

// The old side of the page "Migrating from sleeping": compiled, and never run, since they flake.

@Suite("The profile, the old way", .disabled("They flake; the guide says why."))
@MainActor
struct OldWaysSleeping {
  @Test func loadsName() async throws {
    let sut = ProfileModel(loader: SlowLoaderStub())

    sut.onAppear()
    try await Task.sleep(for: .milliseconds(100))  // sleep-is-the-subject

    #expect(sut.name == "Ann")
  }

  @Test func showsThatItLoads() async throws {
    let sut = ProfileModel(loader: SlowLoaderStub())

    sut.onAppear()
    try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject

    #expect(sut.isLoading)
  }

  @Test func loadsNameAfterSomeYields() async {
    let sut = ProfileModel(loader: SlowLoaderStub())

    sut.onAppear()
    for _ in 1...20 { await Task.yield() }

    #expect(sut.name == "Ann")
  }

  @Test func loadsNameBeforeDeadline() async throws {
    let sut = ProfileModel(loader: SlowLoaderStub())

    sut.onAppear()
    let deadline = ContinuousClock.now + .seconds(1)
    while sut.name.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))  // sleep-is-the-subject
    }

    #expect(sut.name == "Ann")
  }

  @Test func forgetsNameWhenItDisappears() async throws {
    let sut = ProfileModel(loader: SlowLoaderStub())

    sut.onAppear()
    sut.onDisappear()
    try await Task.sleep(for: .milliseconds(100))  // sleep-is-the-subject

    #expect(sut.name == "")
  }
}

private final class SlowLoaderStub: ProfileLoader {
  func load() async throws(ProfileError) -> String {
    try? await Task.sleep(for: .milliseconds(50))  // sleep-is-the-subject
    if Task.isCancelled { throw .cancelled }
    return "Ann"
  }
}
