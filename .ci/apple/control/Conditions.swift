// Not part of any package: shows that conditions are answered as an older compiler would. A line with a comment has to become
// what the comment says, and only the first use of a newer name is left, for versions that do not have it.
#if compiler(>=6.3) || swift(>=6.3) && !os(Windows)  // as if: #if false || false && !os(Windows)
  let immediate = Task.immediate {}
#elseif compiler(>=6.1) && compiler(<6.4)  // as if: #elseif true && true
  let older = Task.immediate {}
#else
  let never = Task.immediate {}
#endif
let text = "Task.immediate"  // Task.immediate
