import Foundation
import RuntimeWork

/// Does the work that it reads the name of, and says when it has: a process that the package is no part of.
@main
enum BareRuntime {
  static func main() async {
    while let name = readLine(), let work = RuntimeWork(rawValue: name) {
      await work.perform(work.countOfRound)
      FileHandle.standardOutput.write(Data([1]))
    }
  }
}
