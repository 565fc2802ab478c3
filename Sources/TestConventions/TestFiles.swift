import Foundation

/// The Swift files at some paths, each of them once.
struct TestFiles {
  /// As they were given, or begin with what was given; those of a folder are sorted.
  private(set) var paths: [String] = []
  /// Where files and folders really are: links may lead to the same one, or around in a circle.
  private var visited: Set<String> = []

  init(at roots: [String]) throws(Options.UsageError) {
    for root in roots {
      guard let isFolder = Self.isFolder(root) else {
        throw Options.UsageError(description: "There is nothing at “\(root)”.")
      }
      if isFolder { addFiles(below: root) } else { add(root) }
    }
  }

  /// The text of a file. Bytes that are no UTF-8 become other characters, as for the compiler; text of another encoding
  /// is none.
  static func text(at path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let data = FileManager.default.contents(atPath: path), !data.starts(with: [0xFF, 0xFE]),
      !data.starts(with: [0xFE, 0xFF])
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  private mutating func addFiles(below root: String) {
    var waiting = [root]
    while let path = waiting.popLast() {
      if Self.isFolder(path) != true {
        if path.hasSuffix(".swift") { add(path) }
      } else if isNew(path) {
        // A file that cannot be read is reported when its text is requested.
        if let entries = Self.entries(of: path) { waiting += entries.reversed() } else { paths.append(path) }
      }
    }
  }

  private static func entries(of folder: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
      .map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }
  }

  private mutating func add(_ file: String) {
    if isNew(file) { paths.append(file) }
  }

  private mutating func isNew(_ path: String) -> Bool {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    return visited.insert(resolved.map { String(cString: $0) } ?? path).inserted
  }

  private static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
  }
}
