import Foundation

/// How many rounds a model test makes: few in an ordinary run, as many as the environment asks for in a long one.
func modelSteps(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["TESTING_SUPPORT_MODEL_STEPS"].flatMap { Int($0) } ?? usual
}

/// How many rounds a long search makes: a quarter where the code isn't optimized.
func searchSteps(_ usual: Int) -> Int {
  #if DEBUG
    modelSteps(usual / 4)
  #else
    modelSteps(usual)
  #endif
}
