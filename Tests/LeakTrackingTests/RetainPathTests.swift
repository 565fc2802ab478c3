import LeakTracking
import Testing
import TestingSupportCore

@Suite("How an object is held")
struct RetainPathTests {
  @Test(
    "When an object holds itself then the path is reported",
    arguments: [
      (.reference, "Owner.direct → Child.owner → Owner"),
      (.optional, "Owner.optional → Child.owner → Owner"),
      (.array, "Owner.array[1] → Child.owner → Owner"),
      (.dictionary, #"Owner.dictionary["b"] → Child.owner → Owner"#),
      (.set, "Owner.set{…} → Child.owner → Owner"),
      (.payload, "Owner.state.loaded.1 → Child.owner → Owner"),
      (.nestedValue, "Owner.nested.inner.child → Child.owner → Owner"),
      (.lazyProperty, "Owner.lazyChild → Child.owner → Owner"),
      (.existential, "Owner.existential → Child.owner → Owner"),
    ] as [(Place, String)]
  )
  func whenObjectHoldsItself_thenPathIsTold(place: Place, path: String) async {
    let owner = Owner()
    let child = Child()
    child.owner = owner
    owner.put(child, at: place)

    expectHolder("Strong reference cycle: \(path)", of: owner, told: await leaks(of: owner))
    child.owner = nil
  }

  @Test("When the field is the superclass's then the path is reported")
  func whenFieldIsSuperclass_thenPathIsReported() async {
    let owner = SpecialOwner()
    let child = Child()
    child.owner = owner
    owner.put(child, at: .optional)

    let path = "Strong reference cycle: SpecialOwner.optional → Child.owner → SpecialOwner"
    expectHolder(path, of: owner, told: await leaks(of: owner))
    child.owner = nil
  }

  @Test("When an actor holds itself then the path is reported")
  func whenActorHoldsItself_thenPathIsReported() async {
    let account = Account()
    await account.hold(account)

    expectHolder("Strong reference cycle: Account.other → Account", of: account, told: await leaks(of: account))
    await account.hold(nil)
  }

  @Test("When a field is weak or unowned then it is not told as holder")
  func whenFieldIsWeakOrUnowned_thenItIsNotHolder() async {
    let owner = Owner()
    let observer = Observer(owner)
    owner.existential = observer

    expectHolder(
      unseenHolder,
      of: owner,
      told: await leaks(of: owner)
    )
  }

  @Test("When what an unowned field refers to is gone then it is not read")
  func whenUnownedReferenceIsGone_thenItIsNotRead() async {
    let observer = Observer(Owner())

    expectHolder(
      unseenHolder,
      of: observer,
      told: await leaks(of: observer)
    )
  }

  @Test("When a value's field is weak then it is not told as holder")
  func whenFieldOfValueIsWeak_thenItIsNotHolder() async {
    let owner = Owner()
    owner.existential = WeakBox(owner: owner)

    #expect(await leaks(of: owner).first?.contains("reflection cannot see") == true)
  }

  @Test("When another tracked object holds it then both are one issue")
  func whenAnotherTrackedObjectHoldsIt_thenBothAreOneIssue() async {
    let (parent, child) = (Owner(), Child())
    parent.put(child, at: .array)
    let childLine = #line + 3
    let issues = await capturingIssues {
      await withLeakTracking {
        trackForMemoryLeaks(child, "The row")
        trackForMemoryLeaks(parent)
      }
    }

    #expect(
      issues.map { $0.comments.map(\.rawValue) } == [
        [
          """
          Owner was not deallocated
          \(unseenHolder)
          Child also leaked, retained by it (tracked at RetainPathTests.swift:\(childLine):28: The row): Owner.array[1] → Child
          """
        ]
      ]
    )
    #expect(issues.first?.sourceLocation?.line == childLine + 1)
  }

  @Test("When a chain of tracked objects leaks then it is one issue")
  func whenChainOfTrackedObjectsLeaks_thenItIsOneIssue() async {
    let (owner, first, second) = (Owner(), Child(), Child())
    owner.put(first, at: .optional)
    first.next = second

    #expect(
      await leaks(of: second, owner, first) == [
        """
        Owner was not deallocated
        \(unseenHolder)
        Child also leaked, retained by it: Child.next → Child
        Child also leaked, retained by it: Owner.optional → Child
        """
      ]
    )
  }

  @Test("When a given root holds it too then it is its own issue")
  func whenGivenRootHoldsItToo_thenItIsItsOwnIssue() async {
    let (cache, owner, child) = (Owner(), Owner(), Child())
    owner.put(child, at: .optional)
    cache.put(child, at: .array)
    let texts = await capturingIssues {
      await withLeakTracking(searching: [cache]) { trackForMemoryLeaks(owner, child) }
    }

    #expect(
      texts.flatMap(\.comments).map(\.rawValue) == [
        "Owner was not deallocated\n\(unseenHolder)",
        """
        Child was not deallocated
        Retained by: Owner.optional → Child
        Start with the first object: it is tracked and also leaked.
        """,
      ]
    )
  }

  @Test("When a given root holds it then the path begins there")
  func whenGivenRootHoldsIt_thenPathBeginsThere() async {
    let (cache, child) = (Owner(), Child())
    let texts = await capturingIssues {
      await withLeakTracking(searching: [cache]) {
        cache.put(trackForMemoryLeaks(Child()), at: .nestedValue)
      }
    }

    #expect(
      texts.map { $0.comments.map(\.rawValue) } == [
        [
          """
          Child was not deallocated
          Retained by: Owner.nested.inner.child → Child
          The first object outlives the test.
          """
        ]
      ]
    )
    withExtendedLifetime(child) {}
  }

  @Test("When several objects of one cycle are tracked then it is one issue")
  func whenSeveralObjectsOfCycleAreTracked_thenItIsOneIssue() async {
    let (owner, child) = (Owner(), Child())
    child.owner = owner
    owner.put(child, at: .optional)

    #expect(
      await leaks(of: owner, child) == [
        """
        Owner was not deallocated
        Strong reference cycle: Owner.optional → Child.owner → Owner
        Child also leaked, retained by it
        """
      ]
    )
    child.owner = nil
  }

  @Test("When there is a shorter way then it is reported")
  func whenThereIsShorterWay_thenItIsReported() async {
    let owner = Owner()
    let (near, far) = (Child(), Child())
    far.next = Child()
    far.next?.owner = owner
    near.owner = owner
    owner.put(far, at: .reference)
    owner.put(near, at: .optional)

    let path = "Strong reference cycle: Owner.optional → Child.owner → Owner"
    expectHolder(path, of: owner, told: await leaks(of: owner))
    (near.owner, far.next) = (nil, nil)
  }

  @Test("When a long chain leaks then it is reported briefly")
  func whenLongChainLeaks_thenItIsReportedBriefly() async {
    let children = (0..<10_000).map { _ in Child() }
    for (index, child) in children.enumerated() { child.next = children[(index + 1) % children.count] }
    let issues = await capturingIssues {
      await withLeakTracking { for child in children { trackForMemoryLeaks(child) } }
    }

    let text = issues.flatMap(\.comments).map(\.rawValue).joined()
    #expect(text.contains("9999 more of this type") && text.count < 1000)
    for child in children { child.next = nil }
  }
}

// MARK: - makeSUT and Helper Factory Methods

private let unseenHolder = """
  Retained by something that reflection cannot see: a closure, a detached task, a global, or the system
  (a timer, a notification observer, a view hierarchy, or an autorelease pool that has not drained).
  """

private func leaks(of objects: any AnyObject...) async -> [String] {
  await capturingIssues {
    await withLeakTracking { for object in objects { trackForMemoryLeaks(object) } }
  }.map { $0.comments.map(\.rawValue).joined(separator: "\n") }
}

private func expectHolder(
  _ holder: String,
  of object: AnyObject,
  told texts: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(texts == ["\(type(of: object)) was not deallocated\n\(holder)"], sourceLocation: sourceLocation)
}

enum Place: Sendable {
  case reference, optional, array, dictionary, set, payload, nestedValue, lazyProperty, existential
}

private class Owner {
  var direct = Child()
  var optional: Child?
  var array: [Child] = []
  var dictionary: [String: Child] = [:]
  var set: Set<Child> = []
  var state = State.idle
  var nested = Nested()
  lazy var lazyChild = Child()
  var existential: Any = 0

  enum State {
    case idle
    case loaded(count: Int, Child)
  }

  struct Nested {
    struct Inner {
      var child: Child?
    }
    var inner = Inner()
  }

  func put(_ child: Child, at place: Place) {
    switch place {
    case .reference: direct = child
    case .optional: optional = child
    case .array: array = [Child(), child]
    case .dictionary: dictionary = ["a": Child(), "b": child]
    case .set: set = [child]
    case .payload: state = .loaded(count: 1, child)
    case .nestedValue: nested.inner.child = child
    case .lazyProperty: lazyChild = child
    case .existential: existential = child
    }
  }
}

private final class SpecialOwner: Owner {
  var own = 1
}

private final class Child: Hashable {
  var owner: Owner?
  var next: Child?

  static func == (lhs: Child, rhs: Child) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private actor Account {
  private var other: Account?

  func hold(_ other: Account?) { self.other = other }
}

private final class Observer {
  weak var weakOwner: Owner?
  unowned let unownedOwner: Owner
  var count = 0

  init(_ owner: Owner) {
    weakOwner = owner
    unownedOwner = owner
  }
}

private struct WeakBox {
  weak var owner: Owner?
}
