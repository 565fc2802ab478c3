import Foundation
import TestingSupportCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Finds the server behind a class of `URLProtocol`.
///
/// A session knows its protocols as classes, so each server has its own class: the same generic class with a different
/// type for each number. Unlike a header, it cannot get lost, and nothing is added to requests.
final class StubbedServerRegistry: Sendable {
  static let shared = StubbedServerRegistry()

  private struct Entry: Sendable {
    weak var server: StubbedServer?
  }

  private struct State: Sendable {
    var count = 0
    var servers: [Int: Entry] = [:]
  }

  private let state = Locked(State())

  func makeProtocolClass() -> (number: Int, protocolClass: AnyClass) {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return (number, Self.protocolClass(number, NoDigit.self))
  }

  func register(_ server: StubbedServer, as number: Int) {
    state.withLock { state in
      state.servers[number] = Entry(server: server)
      // Deallocated servers are removed occasionally, at a cost that does not grow with the number of servers.
      if state.servers.count.isMultiple(of: 64) { state.servers = state.servers.filter { $0.value.server != nil } }
    }
  }

  func server(_ number: Int) -> StubbedServer? {
    state.withLock { $0.servers[number]?.server }
  }

  private static func protocolClass<Digits: BinaryDigits>(_ number: Int, _ digits: Digits.Type) -> AnyClass {
    if number == 0 { return HTTPStubProtocol<Digits>.self }
    return number.isMultiple(of: 2)
      ? protocolClass(number / 2, Zero<Digits>.self) : protocolClass(number / 2, One<Digits>.self)
  }
}

/// A number as a type: its binary digits, the last one innermost.
protocol BinaryDigits {
  /// The number, whose next digit has a given weight.
  static var value: Int { get }
  static var length: Int { get }
}

enum NoDigit: BinaryDigits {
  static var value: Int { 0 }
  static var length: Int { 0 }
}

enum Zero<Lower: BinaryDigits>: BinaryDigits {
  static var value: Int { Lower.value }
  static var length: Int { Lower.length + 1 }
}

enum One<Lower: BinaryDigits>: BinaryDigits {
  static var value: Int { Lower.value + 1 << Lower.length }
  static var length: Int { Lower.length + 1 }
}
