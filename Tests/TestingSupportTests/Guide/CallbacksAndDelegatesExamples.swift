import Foundation
import Observation
import Testing
import TestingSupport

// The code of the pages "Callbacks and delegates" and "Observable models".

@Suite("The gallery", .deterministic, .requiresAnsweredCalls)
@MainActor
struct CallbacksAndDelegatesExamples {
  @Test("When an older picture comes last then the newer one stays")
  func whenOlderPictureComesLast_thenNewerOneStays() {
    let loader = PictureLoaderSpy()
    let sut = GalleryModel(loader: loader)

    sut.show("cat")
    sut.show("dog")
    loader.loads.complete(1, with: .success("a dog"))
    loader.loads.complete(0, with: .success("a cat"))

    #expect(loader.loads.calls == ["cat", "dog"])
    #expect(sut.picture == "a dog")
  }

  @Test("When a picture is loaded then the handler gets it")
  func whenPictureIsLoaded_thenHandlerGetsIt() async throws {
    let loader = MemoryPictureLoader(pictures: ["cat": "a cat"])

    let result = try await awaitCallback { done in
      loader.load("cat", completion: done)
    }

    expectSuccess(result, equals: "a cat")
  }

  @Test("When a picture has come then the delegate is notified once")
  func whenPictureHasCome_thenDelegateIsNotifiedOnce() {
    let loader = PictureLoaderSpy()
    let delegate = GalleryDelegateSpy()
    let sut = GalleryModel(loader: loader)
    sut.delegate = delegate

    sut.show("cat")
    loader.loads.complete(with: .success("a cat"))

    #expect(delegate.log.entries == ["didStart(\"cat\")", "didShow(\"a cat\")"])
  }

  @Test("When a picture is asked for three times then the loader is called three times")
  func whenPictureIsAskedForThreeTimes_thenLoaderIsCalledThreeTimes() async {
    let loader = PictureLoaderSpy()
    let sut = GalleryModel(loader: loader)

    for name in ["a", "b", "c"] { Task { sut.show(name) } }
    await loader.loads.waitForCalls(3)

    #expect(loader.loads.calls == ["a", "b", "c"])
    loader.loads.completeAll(with: .failure(.missing))
  }

  @Test("When a count is observed then its values are delivered")
  func whenCountIsObserved_thenValuesAreDelivered() async {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        let sut = ClickCounter()
        await expect(Observations { sut.count }, delivers: [0, 1, 2]) {
          sut.increment()
          // conventions:ignore settling - the values between two looks are not delivered
          await settle()
          sut.increment()
        }
      }
    #endif
  }
}

// MARK: - Code under test

private protocol PictureLoader {
  func load(_ name: String, completion: @escaping (Result<String, PictureError>) -> Void)
}

private enum PictureError: Error {
  case missing
}

@MainActor
private protocol GalleryDelegate: AnyObject {
  func galleryDidStart(_ name: String)
  func galleryDidShow(_ picture: String)
}

@MainActor
private final class GalleryModel {
  weak var delegate: (any GalleryDelegate)?
  private let loader: any PictureLoader
  private var wanted = ""
  private(set) var picture: String?

  init(loader: any PictureLoader) {
    self.loader = loader
  }

  func show(_ name: String) {
    wanted = name
    delegate?.galleryDidStart(name)
    loader.load(name) { [weak self] result in
      MainActor.assumeIsolated { self?.finish(name, with: result) }
    }
  }

  private func finish(_ name: String, with result: Result<String, PictureError>) {
    guard wanted == name, case .success(let loaded) = result else { return }
    picture = loaded
    delegate?.galleryDidShow(loaded)
  }
}

private struct MemoryPictureLoader: PictureLoader {
  let pictures: [String: String]

  func load(_ name: String, completion: @escaping (Result<String, PictureError>) -> Void) {
    completion(pictures[name].map { .success($0) } ?? .failure(.missing))
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
@Observable
private final class ClickCounter {
  private(set) var count = 0

  func increment() { count += 1 }
}

// MARK: - Doubles

private final class PictureLoaderSpy: PictureLoader {
  let loads = CallbackSpy<String, Result<String, PictureError>>()

  func load(_ name: String, completion: @escaping (Result<String, PictureError>) -> Void) {
    loads.call(name, completion: completion)
  }
}

@MainActor
private final class GalleryDelegateSpy: GalleryDelegate {
  let log = CallLog()
  private let starts: FunctionSpy<String, Void, Never>
  private let shows: FunctionSpy<String, Void, Never>

  init() {
    starts = FunctionSpy(name: "didStart", log: log)
    shows = FunctionSpy(name: "didShow", log: log)
  }

  func galleryDidStart(_ name: String) { starts.call(name) }
  func galleryDidShow(_ picture: String) { shows.call(picture) }
}
