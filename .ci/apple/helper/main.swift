// What `check` leaves to Swift: reading SwiftPM's description of a package, and reading conditions in Swift code.
//
//   helper plan PLATFORM CHECKOUT OUTPUT FOLDER...
//   helper rewrite VERSION CURRENT CHECKOUT DESTINATION LIMITS NAMES <list of files

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("plan", 5...):
  let rest = Array(arguments.dropFirst())
  plan(platform: rest[0], checkout: rest[1], output: rest[2], folders: Array(rest[3...]))
case ("rewrite", 7):
  let rest = Array(arguments.dropFirst())
  rewrite(
    version: rest[0], current: rest[1], checkout: rest[2], destination: rest[3], limits: rest[4], names: rest[5]
  )
default: fail("run .ci/apple/check: it calls the helper")
}
