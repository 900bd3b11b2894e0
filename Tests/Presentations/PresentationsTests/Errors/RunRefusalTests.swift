import KeyStore
import Presentations
import Testing

@Suite struct RunRefusalTests {
    private struct First: RunError {
        let path: String
        var failureClass: FailureClass { .malformed }
        var description: String { "first \(path)" }
    }

    private struct Second: RunError {
        let path: String
        var failureClass: FailureClass { .cannotCreate }
        var description: String { "second \(path)" }
    }

    @Test func `Refusals are equal where their runs and errors are`() {
        #expect(RunRefusal(First(path: "a")) == RunRefusal(First(path: "a")))
        #expect(RunRefusal(First(path: "a")) != RunRefusal(First(path: "b")))
        #expect(RunRefusal(First(path: "a")) != RunRefusal(Second(path: "a")))
        let refusal = RunRefusal(First(path: "a"))
        #expect(Set([refusal, RunRefusal(First(path: "a")), RunRefusal(Second(path: "a"))]).count == 2)
    }

    @Test func `An error that has a refusal says and counts as what the run says`() {
        let error = PresentationError.run(RunRefusal(Second(path: "a")))
        #expect(error.description == "second a")
        #expect(error.failureClass == .cannotCreate)
    }
}
