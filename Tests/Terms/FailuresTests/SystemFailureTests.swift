import Failures
import Glibc
import Testing

/// Failures of system calls, which another machine may not have if a resource was exhausted.
struct SystemFailureTests {
    @Test(
        arguments: [
            (ENOSPC, .writeFailed, "Make room."),
            (EACCES, .writeFailed, "Make room."),
            (EMFILE, .unavailable, "Raise the limit of open files (ulimit -n), or run it elsewhere."),
            (ENFILE, .unavailable, "Raise the limit of open files (ulimit -n), or run it elsewhere."),
            (ENOMEM, .unavailable, "Raise the limit of memory (ulimit -v), or run it elsewhere."),
        ] as [(Int32, FailureClass, String)]
    )
    func `A shortage has its own class and remedy`(
        errorNumber: Int32,
        failureClass: FailureClass,
        remedy: String
    ) {
        let failure = RunFailure.system(
            errorNumber,
            .writeFailed,
            at: "out",
            "it cannot be written",
            found: "write",
            remedy: "Make room.",
            kind: .interrupted
        )
        #expect(failure.failureClass == failureClass)
        #expect(failure.errorNumber == errorNumber)
        #expect(failure.kind == .interrupted)
        #expect(failure.description == "out: it cannot be written (write). " + remedy)
    }
}
