import TestAssertions

/// The figures of differences: equal values against `==`, all others against the standard library's own way.
enum TestAssertionsBenchmarks {
  static let all: [Benchmark] = equalValues + arrays + others

  // MARK: Values

  struct Item: Hashable, Sendable {
    var id: Int
    var name: String
    var price: Double
    var isAvailable: Bool
    var tag: String
  }

  struct IdentifiableItem: Hashable, Identifiable, Sendable {
    var id: Int
    var name: String
    var price: Double
    var isAvailable: Bool
    var tag: String
  }

  indirect enum Tree: Equatable, Sendable {
    case leaf(Int)
    case node([Tree])

    init(levels: Int, next: inout Int) {
      if levels == 0 {
        self = .leaf(next)
        next += 1
      } else {
        self = .node((0..<3).map { _ in Tree(levels: levels - 1, next: &next) })
      }
    }

    func replacing(_ old: Int, with new: Int) -> Tree {
      switch self {
      case .leaf(let value): .leaf(value == old ? new : value)
      case .node(let children): .node(children.map { $0.replacing(old, with: new) })
      }
    }
  }

  static let items = (0..<10_000).map { index in
    Item(
      id: index,
      name: "a name that is long enough for the heap \(index)",
      price: Double(index),
      isAvailable: index % 2 == 0,
      tag: "tag"
    )
  }
  static let identifiableItems = items.map {
    IdentifiableItem(id: $0.id, name: $0.name, price: $0.price, isAvailable: $0.isAvailable, tag: $0.tag)
  }
  static let text = (0..<10_001).map { "line \($0): " + String(repeating: "some text ", count: 9) }.joined(
    separator: "\n"
  )
  static let tree: Tree = {
    var next = 0
    return Tree(levels: 8, next: &next)
  }()

  static func changed(_ items: [Item], _ change: (inout [Item]) -> Void) -> [Item] {
    // Other storage, so that no comparison is saved by its identity.
    var items = items.map { item in
      var item = item
      item.name = String(decoding: Array(item.name.utf8), as: UTF8.self)
      return item
    }
    change(&items)
    return items
  }

  // MARK: Equal values

  static let equalValues = [
    equal("10,000 structs", items, changed(items) { _ in }),
    equal("a tree of 9,841 nodes", tree, tree.replacing(-1, with: 0)),
    equal("1 MB of text", text, String(Array(text))),
    equal("a dictionary of 10,000", dictionary(items), dictionary(items)),
  ]

  @inline(__always)
  static func equal<T: Equatable & Sendable>(_ name: String, _ first: T, _ second: T) -> Benchmark {
    Benchmark("equal: \(name)", baseline: "==", limit: 1.2) {
      keep(difference(between: first, and: second))
    } against: {
      keep(first == second)
    }
  }

  // MARK: Arrays

  static let arrays: [Benchmark] = {
    let one = changed(items) { $0[5000].price = -1 }
    let hundred = changed(items) { for index in stride(from: 50, to: 10_000, by: 100) { $0[index].price = -1 } }
    let inserted = changed(items) { $0.insert(Item(id: -1, name: "", price: 0, isAvailable: true, tag: ""), at: 0) }
    let swapped = changed(items) { $0.swapAt(2000, 8000) }
    let identifiableHundred = hundred.map {
      IdentifiableItem(id: $0.id, name: $0.name, price: $0.price, isAvailable: $0.isAvailable, tag: $0.tag)
    }
    let all = changed(items) { for index in $0.indices { $0[index].price = -1 } }
    let few = Array(items.prefix(2000))
    let fewChanged = Array(all.prefix(2000))
    return [
      array("10,000 structs, 1 changed", items, one),
      array("10,000 structs, 100 changed", items, hundred),
      array("10,000 identifiable structs, 100 changed", identifiableItems, identifiableHundred),
      array("10,000 structs, 1 inserted", items, inserted),
      array("10,000 structs, 2 swapped", items, swapped),
      array("2,000 structs, all changed", few, fewChanged, rounds: 5),
      Benchmark("10,000 structs, all changed", baseline: "symmetricDifference of sets", limit: 4) {
        keep(difference(between: items, and: all))
      } against: {
        keep(Set(items).symmetricDifference(all))
      },
    ]
  }()

  @inline(__always)
  static func array<T: Equatable & Sendable>(
    _ name: String,
    _ first: [T],
    _ second: [T],
    rounds: Int = 40
  ) -> Benchmark {
    Benchmark(name, baseline: "CollectionDifference", limit: 4, rounds: rounds) {
      keep(difference(between: first, and: second))
    } against: {
      keep(second.difference(from: first))
    }
  }

  // MARK: Trees, texts, dictionaries, sets

  static let others: [Benchmark] = {
    let otherTree = tree.replacing(3280, with: -1)
    let otherText = text.replacing("line 5000: some", with: "line 5000: other")
    let first = dictionary(items)
    var second = dictionary(items)
    second[items[5000].name]?.price = -1
    let otherDictionary = second
    let (set, otherSet) = (Set(items), Set(changed(items) { $0[5000].price = -1 }))
    return [
      Benchmark("a tree of 9,841 nodes, 1 leaf changed", baseline: "== of equal trees", limit: 4) {
        keep(difference(between: tree, and: otherTree))
      } against: {
        keep(tree == tree.copy)
      },
      Benchmark("1 MB of text, 1 line changed", baseline: "CollectionDifference of lines", limit: 1) {
        keep(difference(between: text, and: otherText))
      } against: {
        keep(otherText.split(separator: "\n").difference(from: text.split(separator: "\n")))
      },
      Benchmark("a dictionary of 10,000, 1 changed", baseline: "== of equal dictionaries", limit: 4) {
        keep(difference(between: first, and: otherDictionary))
      } against: {
        keep(first == dictionaryCopy)
      },
      Benchmark("a set of 10,000, 1 changed", baseline: "symmetricDifference", limit: 4) {
        keep(difference(between: set, and: otherSet))
      } against: {
        keep(set.symmetricDifference(otherSet))
      },
    ]
  }()

  static let dictionaryCopy = dictionary(items)

  static func dictionary(_ items: [Item]) -> [String: Item] {
    Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0) })
  }
}

extension TestAssertionsBenchmarks.Tree {
  static let other = TestAssertionsBenchmarks.tree.replacing(-1, with: 0)
  /// The same tree in other storage.
  fileprivate var copy: Self { Self.other }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard let start = utf8.firstRange(of: part.utf8) else { return self }
    var text = self
    text.replaceSubrange(start, with: other)
    return text
  }
}
