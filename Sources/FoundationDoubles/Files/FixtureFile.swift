public import Foundation
public import Testing
import TestingSupportCore

/// Returns the content of a file that is kept beside the tests.
///
/// The file is looked for in this order: in the folder of the calling file, in its folders `Fixtures` and `Resources`,
/// and in the bundle. Tests on a device have no source folder: make the files resources of the test target there, and
/// pass `.module`.
///
/// ```swift
/// let data = try fixtureData("items.json")
/// ```
/// - Parameters:
///   - name: The name of the file, or its path from the folder.
///   - bundle: The bundle of the test target, if the file is one of its resources.
///   - sourceLocation: Where the issue is recorded if there is no such file; its folder is searched.
/// - Returns: The content.
/// - Throws: An error that ends the test if there is no such file.
public func fixtureData(
  _ name: String,
  in bundle: Bundle? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Data {
  let folder = URL(fileURLWithPath: sourceLocation.path).deletingLastPathComponent()
  let folders = [folder] + ["Fixtures", "Resources"].map { folder.appendingPathComponent($0) }
  let bundled = bundle.map { [$0.resourceURL, $0.resourceURL?.appendingPathComponent("Fixtures")] } ?? []
  let places = (folders + bundled.compactMap(\.self)).map { $0.appendingPathComponent(name) }
  for place in places {
    if let data = try? Data(contentsOf: place) { return data }
  }
  let list = places.map { "\n- \($0.path)" }.joined()
  let text = "There is no fixture file \"\(name)\"\nLooked for:\(list)"
  guard UnattributedIssues.isAttributed else { try failRequirement(text, sourceLocation: sourceLocation) }
  let fixture: Data? = nil
  return try #require(fixture, "\(text)", sourceLocation: sourceLocation)
}

/// Decodes a JSON file that is kept beside the tests.
///
/// The file is looked for as by ``fixtureData(_:in:sourceLocation:)``.
///
/// - Parameters:
///   - name: The name of the file, or its path from the folder.
///   - type: The type to decode.
///   - decoder: The decoder.
///   - bundle: The bundle of the test target, if the file is one of its resources.
///   - sourceLocation: Where the issue is recorded if there is no such file.
/// - Returns: The decoded value.
/// - Throws: What the decoder throws, or an error that ends the test if there is no such file.
public func fixtureJSON<T: Decodable>(
  _ name: String,
  as type: T.Type = T.self,
  decoder: JSONDecoder = JSONDecoder(),
  in bundle: Bundle? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> T {
  try decoder.decode(type, from: fixtureData(name, in: bundle, sourceLocation: sourceLocation))
}

extension SourceLocation {
  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
