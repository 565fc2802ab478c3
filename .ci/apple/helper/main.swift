// What `check` leaves to Swift: reading SwiftPM's description of a package, and reading conditions in Swift code.
//
//   helper plan PLATFORM CHECKOUT OUTPUT FOLDER...
//   helper rewrite VERSION CHECKOUT DESTINATION LIMITS NAMES <list of files

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("plan", 5...):
  let rest = Array(arguments.dropFirst())
  plan(platform: rest[0], checkout: rest[1], output: rest[2], folders: Array(rest[3...]))
case ("rewrite", 6):
  let rest = Array(arguments.dropFirst())
  rewrite(version: rest[0], checkout: rest[1], destination: rest[2], limits: rest[3], names: rest[4])
default: fail("run .ci/apple/check: it calls the helper")
}
