/// Which declarations of a file are tests and suites, of Swift Testing and of XCTest.
struct Outline: Sendable {
  /// The tests of Swift Testing.
  private(set) var tests: [Declaration] = []
  /// The tests of XCTest.
  private(set) var oldTests: [Declaration] = []
  /// All other functions.
  private(set) var helpers: [Declaration] = []
  /// By the place of their signature.
  private var suites: Set<Int> = []
  private var suiteNames: Set<Substring> = []

  init(of declarations: [Declaration], in code: [Token]) {
    for declaration in declarations { visit(declaration, inClass: false, code) }
  }

  var hasTests: Bool { !suites.isEmpty || !tests.isEmpty }

  /// Whether a type is marked as a suite, is a final test case, or has a test.
  func isSuite(_ declaration: Declaration) -> Bool {
    suites.contains(declaration.signature.lowerBound)
      || (declaration.kind == .type && suiteNames.contains(declaration.name))
  }

  /// The same, or an extension of such a type.
  func belongsToSuite(_ declaration: Declaration) -> Bool {
    isSuite(declaration) || (declaration.kind == .extension && suiteNames.contains(declaration.name))
  }

  /// Whether it is a test, or holds one.
  @discardableResult
  private mutating func visit(_ declaration: Declaration, inClass: Bool, _ code: [Token]) -> Bool {
    guard declaration.kind != .function else {
      if declaration.isTest {
        tests.append(declaration)
      } else if inClass, Self.isOldTest(declaration, code) {
        oldTests.append(declaration)
      } else {
        helpers.append(declaration)
        return false
      }
      return true
    }
    let isClass = code[declaration.signature.lowerBound - 2].isWord("class")
    // A test case that is not final and has no tests is there for others to inherit its helpers.
    let isFinalTestCase =
      declaration.modifiers.contains("final") && declaration.signature.contains { code[$0].isWord("XCTestCase") }
    var isSuite = declaration.has("Suite") || isFinalTestCase
    for member in declaration.members {
      let holdsTest = visit(member, inClass: isClass || declaration.kind == .extension, code)
      isSuite = isSuite || holdsTest
    }
    if isSuite {
      suites.insert(declaration.signature.lowerBound)
      suiteNames.insert(declaration.name)
    }
    return isSuite
  }

  // XCTest runs what takes nothing, returns nothing, and can be seen.
  private static func isOldTest(_ function: Declaration, _ code: [Token]) -> Bool {
    let signature = function.signature
    return function.name.hasPrefix("test") && !function.isPrivate && !function.modifiers.contains("static")
      && signature.count >= 2 && code[signature.lowerBound].isSymbol("(")
      && code[signature.lowerBound + 1].isSymbol(")") && !signature.contains { code[$0].isSymbol("->") }
  }
}
