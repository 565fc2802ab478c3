import Foundation
import TestConventions

/// Checks test files against the conventions of the guide.
@main
struct CheckTestConventions {
  static func main() {
    let command = CheckCommand(
      // Unbuffered: what was found is not lost in a crash.
      output: { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) },
      errors: { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    )
    exit(command.run(Array(CommandLine.arguments.dropFirst())))
  }
}
