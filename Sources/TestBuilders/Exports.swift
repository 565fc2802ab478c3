// The functions of fixtures are called with their caller's line, which the compiler fills in by a macro of the testing
// library: a file of fixtures would not compile without importing that too.
@_exported import Testing
