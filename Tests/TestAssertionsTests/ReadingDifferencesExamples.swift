import Testing
import TestingSupportCore

@testable import TestAssertions

/// The examples of the documentation, and the texts that they are said to print.
@Suite("Examples of the documentation")
struct ReadingDifferencesExamples {
  @Test("The module's page: one field in a list")
  func whenALineOfAnOrderDiffers_thenItIsTold() async {
    let text = await makeFailure {
      expectNoDifference(
        Order(id: 7, lines: [Line(name: "Tea", price: 4), Line(name: "Milk", price: 1)]),
        Order(id: 7, lines: [Line(name: "Tea", price: 4), Line(name: "Milk", price: 2)])
      )
    }

    #expect(
      text == """
        1 difference (- expected, + actual):
        lines[1].price, in Line(name: "Milk", price: 1):
          - 2
          + 1
        """
    )
  }

  @Test("Fields, optionals and cases")
  func whenAPayloadDiffers_thenItIsTold() async {
    let text = await makeFailure {
      expectNoDifference(
        Screen.loaded(Profile(name: "Ann", address: Address(city: "Berlin"))),
        Screen.loaded(Profile(name: "Ann", address: Address(city: "Bern")))
      )
    }

    #expect(
      text == """
        1 difference (- expected, + actual):
        loaded.address?.city:
          - "Bern"
          + "Berlin"
        """
    )
  }

  @Test("Arrays")
  func whenALineIsInserted_thenTheOthersAreAligned() async {
    let text = await makeFailure {
      expectNoDifference(
        [Line(name: "Bun", price: 1), Line(name: "Tea", price: 5), Line(name: "Milk", price: 1)],
        [Line(name: "Tea", price: 4), Line(name: "Milk", price: 1)]
      )
    }

    #expect(
      text == """
        2 differences (- expected, + actual):
        [0] is unexpected:
          + Line(name: "Bun", price: 1)
        [0→1].price, in Line(name: "Tea", price: 5):
          - 4
          + 5
        """
    )
  }

  @Test("Texts")
  func whenAWordOfATextDiffers_thenItIsMarked() async {
    let text = await makeFailure {
      expectNoDifference("one\nthe quick red fox\nthree", "one\nthe quick brown fox\nthree")
    }

    #expect(
      text == """
        1 difference (- expected, + actual):
        line 2:
          one
        - the quick brown fox
                    ^^^^^
        + the quick red fox
                    ^^^
          three
        """
    )
  }

  @Test("The comment of the function for the text")
  func whenAPriceDiffers_thenTheTextIsAsDocumented() {
    let text = difference(
      between: Order(id: 7, lines: [Line(name: "Tea", price: 4)]),
      and: Order(id: 7, lines: [Line(name: "Tea", price: 5)])
    )
    #expect(text == "lines[0].price, in Line(name: \"Tea\", price: 5):\n  - 4\n  + 5")
  }

  @Test("The comment of the function for values")
  func whenAPriceIsNotTheExpectedOne_thenTheFailureIsAsDocumented() async {
    let cart = Cart(Line(name: "Tea", price: 5))
    let text = await makeFailure {
      expectNoDifference(cart.order, Order(id: 7, lines: [Line(name: "Tea", price: 4)]))
    }

    #expect(
      text == """
        1 difference (- expected, + actual):
        lines[0].price, in Line(name: "Tea", price: 5):
          - 4
          + 5
        """
    )
  }

  @Test("The comments of the functions for changes")
  func whenACartChanges_thenItsChangesAreAsDocumented() async {
    let cart = Cart(Line(name: "Tea", price: 4), Line(name: "Milk", price: 1))
    await cart.refresh()

    expectDifference(cart.order) {
      cart.removeLast()
    } changes: {
      $0.lines.removeLast()
      $0.isUpToDate = false
    }

    await expectDifference(cart.order) {
      await cart.refresh()
    } changes: {
      $0.isUpToDate = true
    }
  }

  @Test("The comments of the other functions for elements")
  func whenElementsAreExpectedOtherwise_thenTheFailureIsAsDocumented() async {
    struct Item: Identifiable { let id: Int, name: String }
    let items = [Item(id: 1, name: "apple")]
    let store = (items: items, ())
    let (labels, prices) = (["2 €", "4 €"], [2, 3])
    let text = await makeFailure {
      expectElements(store.items, match: items, by: \.id, \.name)
      expectElements(labels, match: prices) { label, price in label == "\(price) €" }
      // 1 difference (- expected, + actual):
      // [1] does not match:
      //   - 3
      //   + "4 €"
    }

    #expect(
      text == """
        1 difference (- expected, + actual):
        [1] does not match:
          - 3
          + "4 €"
        """
    )
  }

  @Test("The comment of the function for elements")
  func whenElementsAreExpectedAsDocumented_thenTheFailureIsAsDocumented() async {
    let screen = (rows: [Row(title: "Home", bars: 4), Row(title: "Guest", bars: 2)], ())
    let networks = [Network(ssid: "Home", signal: 4), Network(ssid: "Guest", signal: 3)]
    let text = await makeFailure {
      expectElements(screen.rows, match: networks, by: (\.title, \.ssid), (\.bars, \.signal))
    }

    #expect(
      text == """
        1 difference (- expected, + actual):
        [1].bars ↔ signal, in (title: "Guest", bars: 2):
          - 3
          + 2
        """
    )
  }
}

// MARK: - Helpers

private func makeFailure(_ body: () -> Void) async -> String {
  await capturingIssues { body() }.map(\.text).joined(separator: "\n")
}

// MARK: - Values

private struct Order: Equatable {
  var id: Int
  var lines: [Line]
  var isUpToDate = false
}

private struct Line: Equatable {
  var name: String
  var price: Int
}

private enum Screen: Equatable {
  case empty
  case loaded(Profile)
}

private struct Profile: Equatable {
  var name: String
  var address: Address?
}

private struct Address: Equatable {
  var city: String
}

private struct Row {
  var title: String
  var bars: Int
}

private struct Network {
  var ssid: String
  var signal: Int
}

private final class Cart {
  private(set) var order: Order

  init(_ lines: Line...) {
    order = Order(id: 7, lines: lines)
  }

  func removeLast() {
    order.lines.removeLast()
    order.isUpToDate = false
  }

  func refresh() async {
    // conventions:ignore yielding - the code under test yields
    await Task.yield()
    order.isUpToDate = true
  }
}
