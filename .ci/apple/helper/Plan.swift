import Foundation

struct Package: Decodable {
  struct Product: Decodable {
    var name: String
    var targets: [String]
  }
  struct Platform: Decodable {
    var name: String
  }
  struct Target: Decodable {
    struct Resource: Decodable {}
    var name: String
    var c99name: String
    var module_type: String
    var type: String
    var path: String
    var sources: [String]
    var resources: [Resource]?
    var target_dependencies: [String]?
    var product_dependencies: [String]?
  }
  var name: String
  var products: [Product]
  var targets: [Target]
  var platforms: [Platform]?
  var swift_languages_versions: [String]?
  var tools_version: String?
}

/// The settings of the targets, which only the dump of the manifest tells.
struct Manifest: Decodable {
  struct Target: Decodable {
    struct Setting: Decodable {
      struct Condition: Decodable { var platformNames: [String]? }
      var tool: String
      var kind: [String: Value]
      var condition: Condition?
    }
    var name: String
    var settings: [Setting]?
  }
  /// `{"_0": "text"}` or `{"_0": ["text"]}`, or what nobody asks for.
  struct Value: Decodable {
    var texts: [String] = []
    init(from decoder: any Decoder) throws {
      guard let fields = try? [String: One](from: decoder) else { return }
      texts = fields.values.flatMap(\.texts)
    }
    struct One: Decodable {
      var texts: [String] = []
      init(from decoder: any Decoder) throws {
        if let text = try? String(from: decoder) {
          texts = [text]
        } else {
          texts = (try? [String](from: decoder)) ?? []
        }
      }
    }
  }
  var targets: [Target]
}

func flags(_ settings: [Manifest.Target.Setting], tool: String, platform: String) -> (flags: [String], mode: String?) {
  var flags: [String] = []
  var mode: String?
  for setting in settings where setting.tool == tool {
    if let names = setting.condition?.platformNames, !names.isEmpty, !names.contains(platform) { continue }
    for (kind, value) in setting.kind {
      switch kind {
      case "enableUpcomingFeature": flags += value.texts.flatMap { ["-enable-upcoming-feature", $0] }
      case "enableExperimentalFeature": flags += value.texts.flatMap { ["-enable-experimental-feature", $0] }
      case "define": flags += value.texts.flatMap { tool == "swift" ? ["-D", $0] : ["-D\($0)"] }
      case "defaultIsolation": flags += value.texts.flatMap { ["-default-isolation", $0] }
      case "strictMemorySafety": flags.append("-strict-memory-safety")
      case "swiftLanguageMode": mode = value.texts.first
      case "unsafeFlags": flags += value.texts
      case "headerSearchPath": flags += value.texts.map { "-I\($0)" }
      default: break
      }
    }
  }
  return (flags, mode)
}

/// One line for each target of all packages, the dependencies first, in levels whose targets do not depend on each other:
/// level, group, kind, language mode, whether it has resources, package, module, folder, flags.
func plan(platform: String, checkout: String, output: String, folders: [String]) {
  struct Entry {
    var package: Package
    var target: Package.Target
    var folder: String
    var group: String
    var flags: [String]
    var mode: String
    var dependencies: [String]
  }
  var entries: [String: Entry] = [:]
  var packages: [(folder: String, package: Package, manifest: Manifest)] = []
  for folder in folders {
    let name = folder == "." ? "root" : folder.replacingOccurrences(of: "/", with: "+")
    do {
      let package = try JSONDecoder().decode(Package.self, from: Data(read("\(output)/\(name).describe").utf8))
      let manifest = try JSONDecoder().decode(Manifest.self, from: Data(read("\(output)/\(name).dump").utf8))
      packages.append((folder, package, manifest))
    } catch { fail("what SwiftPM says of \(folder) cannot be read: \(error)") }
  }
  // Names are looked up in the package itself first, and then in the others.
  func key(_ folder: String, _ target: String) -> String { "\(folder)\t\(target)" }
  for (folder, package, manifest) in packages {
    let products = ([(folder, package)] + packages.map { ($0.folder, $0.package) }).flatMap { folder, package in
      package.products.map { (name: $0.name, targets: $0.targets.map { key(folder, $0) }) }
    }
    for target in package.targets {
      let settings = manifest.targets.first { $0.name == target.name }?.settings ?? []
      let isClang = target.module_type == "ClangTarget"
      let (flags, mode) = flags(settings, tool: isClang ? "c" : "swift", platform: platform)
      let packageMode = package.swift_languages_versions?.max { $0.compare($1, options: .numeric) == .orderedAscending }
      let toolsMode = package.tools_version?.split(separator: ".").first.map(String.init)
      let group =
        switch folder {
        case ".": target.type == "test" ? "tests" : "sources"
        default: folder.lowercased().hasPrefix("example") ? "examples" : folder.hasPrefix("Tests") ? "tests" : "sources"
        }
      entries[key(folder, target.name)] = Entry(
        package: package,
        target: target,
        folder: folder,
        group: group,
        flags: flags,
        mode: mode ?? packageMode ?? toolsMode ?? "5",
        dependencies: (target.target_dependencies ?? []).map { key(folder, $0) }
          + (target.product_dependencies ?? []).flatMap { name in products.first { $0.name == name }?.targets ?? [] }
      )
    }
  }
  /// The folder of a target's sources, from the checkout.
  func path(of entry: Entry) -> String {
    entry.folder == "." ? entry.target.path : "\(entry.folder)/\(entry.target.path)"
  }
  var levels: [String: Int] = [:]
  func level(_ name: String) -> Int {
    if let level = levels[name] { return level }
    levels[name] = 0
    let level = (entries[name]?.dependencies.map { level($0) + 1 } ?? []).max() ?? 0
    levels[name] = level
    return level
  }
  // What nobody imports waits for no one but the modules, and comes after all of them: the largest first, so that none of it
  // is left to a single processor at the end.
  let imported = Set(entries.values.flatMap(\.dependencies))
  let last = (imported.map(level).max() ?? 0) + 1
  var sizes: [String: Int] = [:]
  for (name, entry) in entries where !imported.contains(name) {
    levels[name] = last
    sizes[name] = entry.target.sources.map { read("\(checkout)/\(path(of: entry))/\($0)").utf8.count }.reduce(0, +)
  }
  let order = entries.keys.sorted { (level($0), -(sizes[$0] ?? 0), $0) < (level($1), -(sizes[$1] ?? 0), $1) }
  var lines: [String] = []
  for name in order {
    guard let entry = entries[name] else { continue }
    let target = entry.target
    // A package inside the package is for the platforms that it names.
    let platforms = entry.package.platforms?.map(\.name) ?? []
    let isElsewhere = entry.folder != "." && platform != "linux" && !platforms.isEmpty && !platforms.contains(platform)
    let kind =
      switch (target.module_type, target.type) {
      case _ where isElsewhere: "other"
      case ("ClangTarget", _): "clang"
      case ("PluginTarget", _), (_, "plugin"): "plugin"
      case ("SwiftTarget", "test"): "test"
      case ("SwiftTarget", _): "module"
      default: "other"
      }
    let folder = path(of: entry)
    let fields = [
      String(levels[name] ?? 0), entry.group, kind, entry.mode, target.resources?.isEmpty == false ? "yes" : "no",
      entry.package.name, target.c99name, folder, entry.flags.joined(separator: " "),
    ]
    lines.append(fields.map { $0.isEmpty ? "-" : $0 }.joined(separator: "\t"))
    let sources = target.sources.map { "\(checkout)/\(folder)/\($0)\n" }.sorted().joined()
    write(sources, to: "\(output)/\(target.c99name).sources")
  }
  write(lines.map { $0 + "\n" }.joined(), to: "\(output)/plan")
}
