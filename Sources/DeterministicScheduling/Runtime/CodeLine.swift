internal import DeterministicSchedulingLoader

/// A line of source code, as far as the debug information of the program tells it.
struct CodeLine: Hashable, Sendable {
  /// The last component of the file's path.
  let file: String
  let line: Int

  var text: String { "\(file):\(line)" }
}

extension CodeLine {
  private struct Address: Hashable {
    let value: UInt
    let isCall: Bool
  }

  private static let cache = SearchCache<Address, CodeLine>()

  /// The line at which a function continues that is suspended, or the one where it begins.
  init?(continuingAt address: UInt) { self.init(Address(value: address, isCall: false)) }

  /// The line of the call that returns to an address.
  init?(ofCallReturningTo address: UInt) { self.init(Address(value: address - 1, isCall: true)) }

  private init?(_ address: Address) {
    guard let line = Self.cache.value(of: address, search: Self.init(searchingFor:)) else { return nil }
    self = line
  }

  private init?(searchingFor address: Address) {
    guard let pointer = UnsafeRawPointer(bitPattern: address.value) else { return nil }
    var buffer = [CChar](repeating: 0, count: 256)
    let line = testing_support_line_of_code(pointer, address.isCall, &buffer, buffer.count)
    guard line > 0 else { return nil }
    file = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.line = Int(line)
  }
}
