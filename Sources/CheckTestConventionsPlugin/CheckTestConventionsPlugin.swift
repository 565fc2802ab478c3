import Foundation
import PackagePlugin

/// `swift package check-test-conventions [--format github] [--strict] [path…]`
@main
struct CheckTestConventionsPlugin: CommandPlugin {
  /// Why the command has failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var arguments = arguments
    if !hasPaths(arguments) {
      let folders = testFolders(context)
      guard !folders.isEmpty else { return print("The package has no test targets.") }
      arguments += folders
    }
    let process = Process()
    process.executableURL = try context.tool(named: "check-test-conventions").url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    if let failure = failure(of: process) { throw Failure(description: failure) }
  }

  private func failure(of process: Process) -> String? {
    guard process.terminationReason == .exit else { return "The checker crashed." }
    return switch process.terminationStatus {
    case 0: nil
    case 1: "The conventions are not kept everywhere."
    default: "The checker could not do what was asked; it says above why."
    }
  }

  /// Whether the arguments say what to check, or ask for help.
  private func hasPaths(_ arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return true
      case "--": return !rest.isEmpty
      case "--format", "--without": rest = rest.dropFirst()
      default: if !argument.hasPrefix("-") { return true }
      }
    }
    return false
  }

  private func testFolders(_ context: PluginContext) -> [String] {
    let root = context.package.directoryURL.path + "/"
    return context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind == .test }
      .map { $0.directoryURL.path }
      .map { $0.hasPrefix(root) ? String($0.dropFirst(root.count)) : $0 }
  }
}
