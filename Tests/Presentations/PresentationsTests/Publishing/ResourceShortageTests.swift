import Failures
import Glibc
import KeyStore
import SharedLibraries
import Testing

@testable import Presentations

/// Error numbers of errno(3), classified by remedy: another machine, more space, or permissions.
struct ResourceShortageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let code: Int32
        let input: FailureClass
        let output: FailureClass
        let stage: FailureClass
        /// Text in each of the messages, or nil if the messages differ.
        var advice: String?

        var testDescription: String { unsafe String(cString: strerror(code)) }
    }

    private static func shortage(_ code: Int32, _ advice: String) -> Case {
        Case(code: code, input: .unavailable, output: .unavailable, stage: .unavailable, advice: advice)
    }

    static let cases = [
        shortage(EMFILE, "ulimit -n"), shortage(ENFILE, "ulimit -n"), shortage(ENOMEM, "ulimit -v"),
        Case(code: ENOSPC, input: .missing, output: .writeFailed, stage: .writeFailed),
        Case(code: EDQUOT, input: .missing, output: .writeFailed, stage: .writeFailed),
        Case(code: EFBIG, input: .malformed, output: .writeFailed, stage: .writeFailed),
        Case(code: EACCES, input: .permission, output: .cannotCreate, stage: .writeFailed),
        Case(code: EIO, input: .missing, output: .cannotCreate, stage: .writeFailed),
    ]

    @Test(arguments: cases)
    func `Each has its class and its advice`(_ item: Case) {
        let error = SystemCallError("open", path: "a/file", code: item.code)
        let errors: [(RunFailure, FailureClass)] = [
            (.input(error), item.input), (.outputNotCreated(error), item.output), (.stage(error), item.stage),
        ]
        for (error, failureClass) in errors {
            #expect(error.failureClass == failureClass)
            if let advice = item.advice { #expect(error.description.contains(advice), "\(error)") }
        }
        #expect((try? error.throwIfShortage()) == nil || item.advice == nil)
    }

    /// Messages of glibc 2.36 (`elf/dl-load.c`, `elf/dl-error-skeleton.c`).
    @Test(arguments: [
        (
            "libxml2.so.2: cannot open shared object file: No such file or directory",
            FailureClass.missing, "libxml2"
        ),
        ("libz.so.1: failed to map segment from shared object", .unavailable, "ulimit -v"),
        ("libxml2.so.2: cannot map zero-fill pages", .unavailable, "ulimit -v"),
        ("cannot create shared object descriptor: Cannot allocate memory", .unavailable, "ulimit -v"),
    ])
    func `A library for which there are no addresses is not one that is missing`(
        reason: String,
        failureClass: FailureClass,
        advice: String
    ) {
        let error = SharedLibraryError(library: "libxml2.so.2", package: "libxml2", reason: reason)
        #expect(RunFailure.missingLibrary(error).failureClass == failureClass)
        #expect(error.description.contains(advice))
    }
}
