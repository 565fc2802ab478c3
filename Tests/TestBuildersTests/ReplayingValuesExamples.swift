import TestBuilders
import Testing

@Suite("When a session is saved", .tellsSeed)
struct SavingTests {
  @Test("then it is found by its name")
  func whenSaved_thenFoundByName() {
    let item = Builder(Item.fixture).isEnabled(true).build()
    #expect(Store(items: [item]).item(named: item.name) == item)
  }
}

extension SavingTests {
  @Test("then it is found again, as it was not yesterday", .seed(4129))
  func whenSaved_thenFoundAgain() {
    let items = Item.fixtures(3)

    #expect(Store(items: items).item(named: items[2].name) == items[2])
  }
}

@Suite("Replaying values")
struct ReplayingValuesExamples {
  @Test("When concurrent tasks need certain values then these are made before they start")
  func whenConcurrentTasksNeedCertainValues_thenTheseAreMadeBefore() async {
    let names = (0..<4).map { _ in anyString("name") }
    let greetings = await withTaskGroup(of: (Int, String).self) { group in
      for (index, name) in names.enumerated() {
        group.addTask { (index, "Hello, \(name)") }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    #expect(greetings[2] == "Hello, \(names[2])")
  }

  @Test("When a part of a test has a seed then it makes the same values each time")
  func whenPartOfTestHasSeed_thenItMakesSameValues() {
    let first = withSeed(7) { Item.fixtures(3) }
    let second = withSeed(7) { Item.fixtures(3) }

    #expect(first == second)
  }
}

// MARK: - Production code

private struct Store {
  let items: [Item]

  func item(named name: String) -> Item? { items.first { $0.name == name } }
}
