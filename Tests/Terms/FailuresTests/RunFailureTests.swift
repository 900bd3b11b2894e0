import Glibc
import Testing

@testable import Failures

/// The messages of failures, and what callers decide on.
struct RunFailureTests {
    struct Message: Sendable, CustomTestStringConvertible {
        let failure: RunFailure
        let text: String
        var testDescription: String { text }
    }

    static let messages = [
        Message(failure: RunFailure(.usage, "no key"), text: "no key."),
        Message(
            failure: RunFailure(.usage, at: "--key", "no key", remedy: "Give one."),
            text: "--key: no key. Give one."
        ),
        Message(failure: RunFailure(.usage, "no key", found: "got 2"), text: "no key (got 2)."),
        Message(failure: RunFailure(.usage, "no key", expected: "1"), text: "no key (expected 1)."),
        Message(
            failure: RunFailure(
                .malformed,
                at: 7,
                "no key",
                found: "got 2",
                expected: "1",
                remedy: "Give one.",
                label: "key store"
            ),
            text: "key store: 7: no key (got 2, expected 1). Give one."
        ),
        Message(failure: .fault("no key"), text: "a bug in fairlead: no key. Report it."),
    ]

    @Test(arguments: messages)
    func `A message has its parts in order`(message: Message) {
        #expect(message.failure.description == message.text)
    }

    @Test func `Label, location and kind are replaced, and the statement has neither`() {
        let failure = RunFailure(.usage, at: "a", "no key", remedy: "Give one.", label: "key store")
        #expect(failure.labeled("source").description == "source: a: no key. Give one.")
        #expect(failure.unlabeled.located(at: "b").description == "b: no key. Give one.")
        #expect(failure.statement == "no key. Give one.")
        #expect(failure.located(at: "b") != failure)
        #expect(failure.ofKind(.interrupted).kind == .interrupted)
        #expect(failure.ofKind(.interrupted).description == failure.description)
    }

    /// Exit statuses of sysexits.h (BSD).
    @Test(
        arguments: [
            (.usage, 64), (.malformed, 65), (.missing, 66), (.fault, 70), (.cannotCreate, 73),
            (.writeFailed, 74), (.unavailable, 75), (.permission, 77),
        ] as [(FailureClass, Int32)]
    )
    func `A class has the exit status of sysexits`(failureClass: FailureClass, status: Int32) {
        #expect(failureClass.exitStatus == status)
    }

    @Test(
        arguments: [
            (EMFILE, .openFiles), (ENFILE, .openFiles), (ENOMEM, .memory), (EACCES, nil),
        ] as [(Int32, ResourceShortage?)]
    )
    func `An error number tells a shortage`(code: Int32, shortage: ResourceShortage?) {
        #expect(RunFailure(.unavailable, "no key", errorNumber: code).shortage == shortage)
        #expect(RunFailure(.unavailable, "no key").shortage == nil)
    }

    @Test func `Only a failure stays as it is, any other error is a bug`() {
        struct Other: Error {}
        #expect(RunFailure(unexpected: RunFailure.interrupted) == .interrupted)
        #expect(RunFailure.interrupted.kind == .interrupted)
        #expect(RunFailure(unexpected: Other()) == .fault("Other()"))
        #expect(RunFailure.fault("x").kind == nil)
    }
}
