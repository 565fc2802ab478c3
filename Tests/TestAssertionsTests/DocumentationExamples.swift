import TestAssertions
import Testing

/// The examples of the comments on results, and the texts that they are said to print.
@Suite("The examples of the comments on results")
struct DocumentationExamples {
  @Test("When a loader has the items then its result is that success")
  func whenItemsAreLoaded_thenResultIsThatSuccess() {
    let item = Item(id: 1, name: "Tea")
    let loader = Loader(result: .success([item]))
    expectSuccess(loader.result, equals: [item])
  }

  @Test("When a loader has other items then the failure tells what differs")
  func whenItemsAreOthers_thenFailureTellsWhatDiffers() async {
    let item = Item(id: 1, name: "Tea")
    let loader = Loader(result: .success([Item(id: 1, name: "Tee")]))
    let text = """
      Not the expected value: 1 difference (- expected, + actual):
      [0].name, in Item(id: 1, name: "Tee"):
        - "Tea"
        + "Tee"
      """
    await expectOneIssue(text) {
      expectSuccess(loader.result, equals: [item])
    }
  }

  @Test("When a loader is offline then its result is that failure, with or without the type of the error")
  func whenLoaderIsOffline_thenResultIsThatFailure() async {
    let loader = Loader(result: .failure(.offline))
    expectFailure(loader.result, equals: .offline)

    let result: Result<[Item], any Error> = await loader.load()
    expectFailure(result, equals: NetworkError.offline)
  }

  @Test("When a result is of the other kind then the failure tells what it is")
  func whenResultIsOfTheOtherKind_thenFailureTellsIt() async {
    await expectOneIssue("Expected a success, but it is a failure: .offline") {
      expectSuccess(Loader(result: .failure(.offline)).result)
    }
    await expectOneIssue("Expected a failure, but it is a success: [Item(id: 1, name: \"Tea\")]") {
      expectFailure(Loader(result: .success([Item(id: 1, name: "Tea")])).result)
    }
  }
}

// MARK: - Production code

private enum NetworkError: Error {
  case offline
}

private struct Item: Equatable {
  var id: Int
  var name: String
}

private struct Loader {
  let result: Result<[Item], NetworkError>

  func load() async -> Result<[Item], any Error> {
    result.mapError { $0 }
  }
}
