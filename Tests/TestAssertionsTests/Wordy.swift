/// An error in words of its own, also in none.
struct Wordy: Error, CustomStringConvertible {
  let description: String
}
