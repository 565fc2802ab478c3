import Foundation
import Testing
import TestingSupportCore

@testable import DeterministicScheduling

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The picture of a failing order")
struct InterleavingPictureTests {
  @Test("has a lane for each task, a box for each step, and marks")
  func whenStepsAreFew_thenAllAreShown() throws {
    let sut = InterleavingPicture(
      title: "Failing interleaving",
      steps: [
        .init(number: 1, lane: "test body", text: "test body starts"),
        .init(number: 2, lane: "\"list\"", text: "\"list\" starts before \"detail\"", isMarked: true),
        .init(number: 3, lane: "test body", text: "test body resumes", isFailing: true),
      ]
    )

    let content = try SVGContent(sut.svg)

    #expect(content.count(ofClass: "lane") == 2)
    #expect(content.count(ofClass: "step") == 2)
    #expect(content.count(ofClass: "step marked") == 1)
    #expect(
      content.texts == [
        "Failing interleaving", "test body", "\"list\"", "1", "▸2", "3", "✘",
        "▸ differs from FIFO order · ✘ the test fails",
      ]
    )
    #expect(
      content.titles == [
        "Failing interleaving", "test body starts", "\"list\" starts before \"detail\"", "test body resumes",
      ]
    )
    #expect(content.isInside(300))
  }

  @Test("shows a step in the lane of its task")
  func whenTasksTakeTurns_thenTheirBoxesAreInTheirLanes() throws {
    let lanes = ["a", "b", "a"]
    let sut = InterleavingPicture(
      title: "",
      steps: lanes.enumerated().map { .init(number: $0.offset + 1, lane: $0.element, text: "") }
    )

    let boxes = try SVGContent(sut.svg).boxes

    #expect(boxes.map(\.y) == [48, 88, 48])
    #expect(boxes.map(\.x) == boxes.map(\.x).sorted())
    #expect(Set(boxes.map(\.x)).count == 3)
  }

  @Test("continues in another row, with the lanes that are needed there")
  func whenThereAreManySteps_thenTheyContinueInRows() throws {
    let sut = InterleavingPicture(
      title: "Long",
      steps: (1...50).map { .init(number: $0, lane: $0 <= 40 ? "task \($0 % 3)" : "last", text: "") }
    )

    let content = try SVGContent(sut.svg)

    #expect(content.count(ofClass: "step") == 50)
    #expect(content.count(ofClass: "lane") == 3 + 3 + 1)
    #expect(content.isInside(1200))
  }

  @Test("shows where steps are omitted")
  func whenStepsAreOmitted_thenAGapIsShown() throws {
    let sut = InterleavingPicture(
      title: "Long",
      steps: ([1, 2, 90, 91] + Array(200...230)).map { .init(number: $0, lane: "task", text: "") }
    )

    let content = try SVGContent(sut.svg)

    #expect(content.texts.filter { $0 == "…" }.count == 2)
    #expect(content.isInside(1600))
  }

  @Test("escapes what a task is called, and shortens it")
  func whenANameHasMarkup_thenItIsEscaped() throws {
    let name = "<a & \"b\">\u{1}\n'"
    let long = String(repeating: "é", count: 27) + String(repeating: "a", count: 13) + "b"
    let sut = InterleavingPicture(
      title: name,
      steps: [.init(number: 1, lane: name, text: name), .init(number: 2, lane: long, text: long)]
    )

    let content = try SVGContent(sut.svg)

    let shown = "<a & \"b\">\u{FFFD} '"
    #expect(content.texts.prefix(3) == [shown, shown, "\(String(repeating: "é", count: 15))…aaaaaaaaaaaaab"])
    #expect(content.titles == [shown, shown, long])
  }

  @Test("shows the trace of a failing order")
  func whenAnOrderFails_thenItsPictureShowsTheTrace() {
    var program = ToyProgram.fork(2, 2)
    program.names = [1: "list", 2: "detail"]
    let departure = FIFODeviation(heldBack: TaskStep(task: 1, turn: 0), preferred: TaskStep(task: 2, turn: 0))
    var run = program.run(DeviatingFIFOStrategy([departure])).run
    run.remarks = [4: ["Expectation failed: downloads == 1"]]

    let steps = InterleavingTrace(run).pictureSteps

    #expect(steps.map(\.number) == [1, 2, 3, 4, 5])
    #expect(steps.map(\.lane) == ["test body", "\"detail\"", "\"list\"", "\"detail\"", "\"list\""])
    #expect(steps.map(\.isMarked) == [false, true, false, false, false])
    #expect(steps.map(\.isFailing) == [false, false, false, false, true])
    #expect(steps[1].text == "\"detail\" starts (created in step 1) before \"list\"")
  }
}

/// What an SVG contains.
private final class SVGContent: NSObject, XMLParserDelegate {
  private(set) var texts: [String] = []
  private(set) var titles: [String] = []
  private(set) var boxes: [(x: Int, y: Int, width: Int)] = []
  private(set) var width = 0
  private var classes: [String] = []
  private var text = ""

  init(_ svg: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))", sourceLocation: sourceLocation)
  }

  func count(ofClass name: String) -> Int { classes.count { $0 == name } }

  /// Whether the picture is no wider than this, and all boxes are inside it.
  func isInside(_ width: Int) -> Bool {
    self.width <= width && boxes.allSatisfy { $0.x > 0 && $0.x + $0.width < self.width }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    text = ""
    classes += attributes["class"].map { [$0] } ?? []
    if name == "svg" { width = attributes["width"].flatMap { Int($0) } ?? 0 }
    if attributes["class"] == "box", let x = attributes["x"].flatMap({ Int($0) }),
      let y = attributes["y"].flatMap({ Int($0) }), let width = attributes["width"].flatMap({ Int($0) })
    {
      boxes.append((x, y, width))
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if name == "text" { texts.append(text) }
    if name == "title" { titles.append(text) }
  }
}
