import TestAssertions
import Testing
import TestingSupportCore

/// The examples of the comments on elements, accuracy, the main actor, and results of closures.
@Suite("The examples of the comments on elements and accuracy")
struct ElementsExamples {
  @Test("When items have no price then they are named")
  func whenItemsHaveNoPrice_thenTheyAreNamed() async {
    let cart = Cart(
      items: [Item(name: "Tea", price: 0), Item(name: "Bread", price: 2), Item(name: "Milk", price: -1)]
    )
    let text = """
      2 of 3 elements do not satisfy the condition
        [0]: Item(name: "Tea", price: 0)
        [2]: Item(name: "Milk", price: -1)
      """
    await expectOneIssue(text) {
      expectAllElements(of: cart.items) { $0.price > 0 }
    }
  }

  @Test("When downloads end in any order then their names are compared")
  func whenDownloadsEnd_thenNamesAreCompared() async {
    let downloads = Downloads(names: ["d", "b", "a"])
    let text = """
      2 differences (- expected, + actual), in any order:
      1 element is missing:
        - "c"
      1 element is unexpected:
        + "d"
      """
    await expectOneIssue(text) {
      expectElements(downloads.names, matchInAnyOrder: ["a", "b", "c"])
    }
  }

  @Test("When labels are made of prices then they correspond")
  func whenLabelsAreMadeOfPrices_thenTheyCorrespond() {
    let prices = [3, 4]
    let labels = ["4 €", "3 €"]
    expectElements(labels, matchInAnyOrder: prices) { label, price in label == "\(price) €" }
  }

  @Test("When items are stored then their order is of no matter")
  func whenItemsAreStored_thenOrderIsOfNoMatter() {
    let items = [Stored(id: 1, name: "a"), Stored(id: 2, name: "b")]
    let store = (items: [Stored](items.reversed()), count: 2)
    expectElements(store.items, matchInAnyOrder: items, by: \.id, \.name)
  }

  @Test("When a route is measured then its length may be a little off")
  func whenRouteIsMeasured_thenLengthMayBeOff() {
    let route = Route(summary: Summary(name: "Coast", length: 42.195))
    expectNoDifference(route.summary, Summary(name: "Coast", length: 42.2), accuracy: 0.05)
  }

  @Test("When a player finishes then it calls back on the main actor")
  func whenPlayerFinishes_thenItCallsBackOnMainActor() async {
    let player = Player()
    let finishCount = Locked(0)
    player.onFinish = {
      expectMainActor()
      finishCount.withLock { $0 += 1 }
    }
    await player.play()
    #expect(finishCount.withLock(\.self) == 1)
  }

  @Test("When a loader is asked then its outcome is a result")
  func whenLoaderIsAsked_thenOutcomeIsResult() async {
    let loader = Loader()
    let result = await Result { try await loader.load() }
    expectSuccess(result, equals: 7)
  }
}

private struct Item {
  let name: String
  let price: Int
}

private struct Cart {
  let items: [Item]
}

private struct Downloads {
  let names: [String]
}

private struct Stored {
  let id: Int
  let name: String
}

private struct Summary: Equatable {
  let name: String
  let length: Double
}

private struct Route {
  let summary: Summary
}

private struct Loader {
  func load() async throws -> Int { 7 }
}

private final class Player {
  var onFinish: (@Sendable () -> Void)?

  func play() async {
    let onFinish = onFinish
    await MainActor.run { onFinish?() }
  }
}
