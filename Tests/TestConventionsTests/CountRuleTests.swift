import Testing

@Suite("The rule of counts")
struct CountRuleTests {
  @Test(
    "When elements are checked too then nothing is reported",
    arguments: [
      "for (a, b) in zip(items, expected) { #expect(a.id == b.id) }",
      "for item in items { #expect(item.isOn) }",
      "items.forEach { #expect($0.isOn) }",
      "try #require(items == [a, b])",
      "expectElements(items, match: models, by: (\\.id, \\.id))",
      "expectNoDifference(items, [a, b])",
      "#expect(items[0] == a)",
      "let first = items.removeFirst(); #expect(first == a)",
      "let rows = items; #expect(rows == [a, b])",
      "let rows = items\n#expect(rows == [a, b])",
    ]
  )
  func whenElementsAreChecked_thenNothingIsTold(statement: String) {
    expectTold([:], in: makeTestFile("#expect(items.count == 2); \(statement)"))
    expectTold([:], in: makeTestFile("#expect(items?.count == 2); \(statement)"))
    let ofMember = statement.replacing("items", with: "sut.items")
    expectTold([:], in: makeTestFile("#expect(sut.items.count == 2); \(ofMember)"))
    expectTold([:], in: makeTestFile("let items = sut.items; #expect(items.count == 2); \(ofMember)"))
    expectTold([:], in: makeOldTest("XCTAssertEqual(items.count, 2); \(statement)"))
  }

  @Test(
    "When nothing is counted that has elements then nothing is reported",
    arguments: [
      "#expect(items.count == 0)", "#expect(0 == items.count)", "XCTAssertEqual(items.count, 0)",
      "#expect(counter.count == 1)", "#expect(token.count == 32)", "#expect(progress.count == 1)",
      "#expect(count == 1)", "#expect(.count == 1)", "#expect(a(items.count, b == 1))",
      "#expect(text?.runs.count == 1)",
    ]
  )
  func whenNothingHasElements_thenNothingIsReported(statement: String) {
    expectTold([:], in: makeTestFile(statement))
  }

  @Test(
    "When a collection is only counted then it is reported",
    arguments: [
      "try #require(items.count == 2)",
      "#expect(2 == items.count)",
      "#expect(items!.count == 2)",
      "#expect(await items.count == 2, \"two\")",
      "#expect(self.items.count == 2)",
      "let items = makeItems(2); #expect(items.count == 2)",
      "let (sut, items) = makeSUT(); #expect(items.count == 2)",
      "let items = sut.items; #expect(items.count == 2)",
      "var items: [Item] = []; items.append(a); #expect(!items.isEmpty); #expect(items.count == 2)",
      "items = [a, b]; let count = items.count; #expect(items.count == count)",
      "let sut = makeSUT(items: [a, b]); #expect(items.count == 2)",
      "XCTAssertEqual(items.count, 2)",
      "XCTAssertEqual(2, items.count, \"two\")",
    ]
  )
  func whenCollectionIsOnlyCounted_thenItIsTold(statement: String) {
    expectTold([.countOnly: [4]], in: makeTestFile(statement))
    expectTold([.countOnly: [2]], in: makeOldTest(statement))
  }

  @Test("When what a call returns is only counted then it is reported")
  func whenResultIsOnlyCounted_thenItIsReported() {
    expectTold([.countOnly: [4]], in: makeTestFile("#expect(load().count == 2)"))
    expectTold([:], in: makeTestFile("#expect(load().count == 2); #expect(load() == [a, b])"))
  }

  @Test("When a test of the user interface counts then nothing is reported")
  func whenUITestCounts_thenNothingIsReported() {
    expectTold([:], in: makeOldTest("let app = XCUIApplication(); XCTAssertEqual(app.cells.count, 2)"))
  }

  @Test(
    "When a collection is reported then its name is plain",
    arguments: ["try await store?.items!.count == 2", "2 == store.items.count"]
  )
  func whenCollectionIsReported_thenNameIsPlain(condition: String) {
    expectMessages(
      ["only the count of “store.items” is checked: compare the elements"],
      in: makeTestFile("#expect(\(condition))")
    )
  }
}

// MARK: - makeSUT and Helper Factory Methods

private func makeOldTest(_ statement: String) -> String {
  "class OldTests: XCTestCase { func testRun() throws {\n\(statement)\n} }"
}
