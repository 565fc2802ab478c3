// Copies a symbol graph without the symbols that the module only hands on: those are documented in their own modules.
//
// Usage: own-symbols MODULE FROM TO

import Foundation

let (module, source, target) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
// How a symbol of the module is named by the compiler.
let mark = "\(module.utf8.count)\(module)"

var graph = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: source))) as! [String: Any]

func isOwn(_ name: Any?) -> Bool { (name as? String)?.contains(mark) == true }

graph["symbols"] = (graph["symbols"] as! [[String: Any]]).filter { symbol in
  isOwn((symbol["identifier"] as? [String: Any])?["precise"])
}
graph["relationships"] = (graph["relationships"] as! [[String: Any]]).filter { isOwn($0["source"]) }
try JSONSerialization.data(withJSONObject: graph).write(to: URL(fileURLWithPath: target))
