import Foundation
import PackagePlugin

/// `swift package check-test-conventions [--format github] [--strict] [path…]`
@main
struct CheckTestConventionsPlugin: CommandPlugin {
  /// Something that the command cannot do.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "check-test-conventions")
    let process = Process()
    process.executableURL = tool.url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = arguments + defaultPaths(context, for: arguments)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "The conventions are not kept everywhere.")
    }
  }

  // Without paths, the folders of the package's test targets.
  private func defaultPaths(_ context: PluginContext, for arguments: [String]) -> [String] {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--format" || argument == "--without" { rest = rest.dropFirst() }
      if !argument.hasPrefix("-") { return [] }
    }
    let root = context.package.directoryURL.path + "/"
    return context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind == .test }
      .map { $0.directoryURL.path }
      .map { $0.hasPrefix(root) ? String($0.dropFirst(root.count)) : $0 }
  }
}
