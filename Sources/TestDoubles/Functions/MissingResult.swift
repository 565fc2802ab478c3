/// The error of a throwing double that was called without a result.
struct MissingResult: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
