import Foundation

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data(".ci/apple: \(text)\n".utf8))
  exit(2)
}

func write(_ text: String, to path: String) {
  let url = URL(fileURLWithPath: path)
  do {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  } catch { fail("\(error)") }
}

func read(_ path: String) -> String {
  guard let data = FileManager.default.contents(atPath: path) else { fail("cannot read \(path)") }
  return String(decoding: data, as: UTF8.self)
}
