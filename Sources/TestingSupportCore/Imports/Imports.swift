// The first module that is compiled: one file, with no other module beside it.
//
// Whichever compiler process first sees a module of the system writes its index. Processes that start together all write
// it, so a core of many files costs a clean build three seconds of processor time more without this module.
import Foundation
import Testing
