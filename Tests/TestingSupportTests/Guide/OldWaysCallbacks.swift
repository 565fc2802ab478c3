import TestingSupport

// The bad example of the page "Callbacks and delegates".

@MainActor
final class OldPictureLoaderSpy {
  private(set) var names: [String] = []
  private var completions: [(Result<String, any Error>) -> Void] = []

  func load(_ name: String, completion: @escaping (Result<String, any Error>) -> Void) {
    names.append(name)
    completions.append(completion)
  }

  func complete(_ index: Int, with result: Result<String, any Error>) {
    completions[index](result)
  }
}
