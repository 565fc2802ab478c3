/// Where in a value a difference was found, in the words of Swift: `orders[2].customer?.name`.
struct ValuePath: Equatable {
  private(set) var text = ""

  /// The path to a stored property, a tuple's element or an enum's payload.
  func field(_ label: String) -> ValuePath {
    // The elements of a tuple include their dot, which distinguishes a number from an index at the root too.
    let isDotted = text.isEmpty || label.hasPrefix(".")
    return ValuePath(text: isDotted ? text + label : "\(text).\(label)")
  }

  /// The path to an array's element. If it has different positions on both sides, both are shown: `[2→5]`.
  func element(expected: Int, actual: Int) -> ValuePath {
    ValuePath(text: expected == actual ? "\(text)[\(actual)]" : "\(text)[\(expected)→\(actual)]")
  }

  /// The path to several elements in a row.
  func elements(_ range: Range<Int>) -> ValuePath {
    let isOne = range.count == 1
    return ValuePath(
      text: isOne ? "\(text)[\(range.lowerBound)]" : "\(text)[\(range.lowerBound)…\(range.upperBound - 1)]"
    )
  }

  /// The path to a dictionary's value.
  func key(_ description: String) -> ValuePath {
    ValuePath(text: "\(text)[\(description)]")
  }

  /// The path for a value that is compared as a whole: `customer?` is `customer`.
  var withoutTrailingOptional: ValuePath {
    ValuePath(text: String(text[..<(text.lastIndex { $0 != "?" }.map(text.index(after:)) ?? text.startIndex)]))
  }

  /// The path through an optional.
  var unwrapped: ValuePath { text.isEmpty ? self : ValuePath(text: "\(text)?") }
}
