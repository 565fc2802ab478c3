import Testing
import TestBuilders
@Test func smoke() { #expect(anyString() != anyString()) }
