// conventions:ignore-file sleeping, test-name, do-catch, private-helpers - the old ways, for "Migrating from XCTest"
import XCTest

// The old side of the page "Migrating from XCTest". These tests run; what the page says against them is that they are
// slow to fail, say little, and depend on each other's clean-up.

@MainActor
final class ProfileModelOldTests: XCTestCase {
  private var loader: OldProfileLoaderStub!
  private var sut: ProfileModel!

  override func setUp() async throws {
    loader = OldProfileLoaderStub()
    sut = ProfileModel(loader: loader)
  }

  override func tearDown() async throws {
    sut = nil
    loader = nil
  }

  func testLoad() async {
    let loaded = expectation(description: "loaded")
    sut.onLoad = { loaded.fulfill() }

    sut.onAppear()

    await fulfillment(of: [loaded], timeout: 60)
    XCTAssertEqual(sut.name, "Ann")
    XCTAssertNil(sut.message)
  }

  func testLoadsOnce() async {
    let loadedTwice = expectation(description: "loaded twice")
    loadedTwice.expectedFulfillmentCount = 2
    loadedTwice.isInverted = true
    sut.onLoad = { loadedTwice.fulfill() }

    sut.onAppear()
    sut.onAppear()

    await fulfillment(of: [loadedTwice], timeout: 0.2)
  }

  func testTwoProfiles() async {
    let loaded = expectation(description: "both loaded")
    loaded.expectedFulfillmentCount = 2
    let models = [ProfileModel(loader: OldProfileLoaderStub()), ProfileModel(loader: OldProfileLoaderStub())]
    for model in models {
      model.onLoad = { loaded.fulfill() }
      model.onAppear()
    }

    await fulfillment(of: [loaded], timeout: 60)
    XCTAssertEqual(models.map(\.name), ["Ann", "Ann"])
  }

  func testSignOut() async {
    let signedOut = XCTNSNotificationExpectation(name: .didSignOut)

    SignOut(center: .default).perform()

    await fulfillment(of: [signedOut], timeout: 60)
  }

  func testIsReleased() async {
    let sut = makeSUT()
    let loaded = expectation(description: "loaded")
    sut.onLoad = { loaded.fulfill() }
    sut.onAppear()
    await fulfillment(of: [loaded], timeout: 60)
  }

  private func makeSUT(file: StaticString = #filePath, line: UInt = #line) -> ProfileModel {
    let sut = ProfileModel(loader: OldProfileLoaderStub())
    addTeardownBlock { [weak sut] in
      XCTAssertNil(sut, "Instance should have been deallocated.", file: file, line: line)
    }
    return sut
  }
}

final class NameRuleOldTests: XCTestCase {
  func testNames() {
    for (name, expected) in [("", ProfileError.empty), (String(repeating: "a", count: 21), .tooLong)] {
      do {
        try NameRule().check(name)
        XCTFail("Should have thrown")
      } catch {
        XCTAssertEqual(error, expected)
      }
    }
  }
}

private final class OldProfileLoaderStub: ProfileLoader {
  func load() async throws(ProfileError) -> String { "Ann" }
}
