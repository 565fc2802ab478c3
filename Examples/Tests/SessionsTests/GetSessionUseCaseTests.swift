import Sessions
import Testing
import TestingSupport

@Suite("Getting the session", .deterministic, .tracksMemoryLeaks)
struct GetSessionUseCaseTests {
  private let repository: SessionRepositorySpy
  private let sut: GetSessionUseCase

  init() {
    repository = trackForMemoryLeaks(SessionRepositorySpy())
    sut = GetSessionUseCase(repository: repository)
  }

  @Test("When the repository has an active session then it is returned")
  func whenRepositoryHasActiveSession_thenItIsReturned() async {
    let expected = Builder(Session.fixture).status(.active).duration(1800).build()
    repository.get.result = .success(expected)

    expectSuccess(await sut.execute(), equals: expected)
  }

  @Test("When the repository is empty then nil is returned")
  func whenRepositoryIsEmpty_thenNilIsReturned() async {
    expectSuccess(await sut.execute(), equals: nil)
  }

  @Test("When the repository fails then the error is returned")
  func whenRepositoryFails_thenErrorIsReturned() async {
    repository.get.result = .failure(.notFound)

    expectFailure(await sut.execute(), equals: .notFound)
  }
}
