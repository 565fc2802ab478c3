import DeterministicScheduling
import Foundation
import RuntimeWork
import Testing

/// Does the work that it reads the name of, in a deterministic test at the level `ordered`, and says when it has.
@main
enum OrderedRuntime {
  static func main() async throws {
    precondition(DeterministicSupport.current == .ordered, DeterministicSupport.explanation)
    while let name = readLine() {
      try await withDeterministicScheduling { await perform(name) }
      FileHandle.standardOutput.write(Data([1]))
    }
  }

  private static func perform(_ name: String) async {
    if let work = RuntimeWork(rawValue: name) { return await work.perform(RuntimeWork.countInTest) }
    for _ in 0..<RuntimeWork.settlesInTest {
      Task {}
      await settle()  // conventions:ignore settling - what is measured
    }
  }
}
