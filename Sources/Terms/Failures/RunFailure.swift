/// The reason why a run ended without its result, in one form for all runs.
///
/// Parsers, ciphers and system calls throw errors of their own, which know offsets and values. Above them,
/// where an error is only passed on to the user, it is a value of this type. In libraries, each is made in one
/// place, which says everything about it: a static member in an extension, such as
/// `.alreadyEncrypted(_:line:method:)`. The App makes its own where they occur.
///
/// It contains no byte of a key.
package struct RunFailure: Error, Hashable, Sendable {
    /// The class, which determines the exit status.
    package let failureClass: FailureClass
    /// The reason, if a caller treats it in a special way; otherwise nil.
    package private(set) var kind: Kind?
    /// The part of fairlead that failed, such as `key store`; nil if the location says enough.
    package private(set) var label: String?
    /// The file with line and column, key, input or option that is wrong; nil if there is none.
    package private(set) var location: String?
    /// The problem: a clause without a full stop.
    package let problem: String
    /// The text that tells what was found: `got` before a value, nothing before a description.
    package let found: String?
    /// The text that tells what would have been right.
    package let expected: String?
    /// The sentences that tell what to do.
    package let remedy: String?
    /// The error number of the failed system call (errno(3)), or nil if none failed.
    package let errorNumber: Int32?
    /// The subject of the entry that the log of the key store gets about this refusal; nil if it gets none.
    package let auditSubject: String?

    /// Creates a failure.
    package init(
        _ failureClass: FailureClass,
        at location: (any CustomStringConvertible)? = nil,
        _ problem: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String? = nil,
        label: String? = nil,
        kind: Kind? = nil,
        errorNumber: Int32? = nil,
        auditSubject: String? = nil
    ) {
        self.failureClass = failureClass
        self.kind = kind
        self.label = label
        self.location = location?.description
        self.problem = problem
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.errorNumber = errorNumber
        self.auditSubject = auditSubject
    }

    /// The resource of the system that was exhausted, or nil if the failure has another cause.
    ///
    /// It is never `.threads`: a lack of threads has no error number of its own, as EAGAIN has other meanings,
    /// too.
    package var shortage: ResourceShortage? { errorNumber.flatMap { ResourceShortage(code: $0) } }

    /// Returns the failure as one of another kind.
    package func ofKind(_ kind: Kind) -> RunFailure {
        var failure = self
        failure.kind = kind
        return failure
    }

    /// Returns the failure with another label before its location.
    package func labeled(_ label: String) -> RunFailure {
        var failure = self
        failure.label = label
        return failure
    }

    /// The failure without a label, for messages that say which part of fairlead failed.
    package var unlabeled: RunFailure {
        var failure = self
        failure.label = nil
        return failure
    }

    /// Returns the failure with another location.
    package func located(at location: some CustomStringConvertible) -> RunFailure {
        var failure = self
        failure.location = location.description
        return failure
    }
}

extension RunFailure {
    /// The reason for a failure that a caller treats in a special way; the code that throws it declares it.
    package struct Kind: Hashable, Sendable {
        private let name: String

        /// Creates a kind that is equal to kinds of the same name only.
        package init(_ name: String) { self.name = name }
    }
}

extension RunFailure: CustomStringConvertible {
    /// The message in one line: `WHERE: WHAT (FOUND, expected EXPECTED). REMEDY`.
    package var description: String {
        [label, location].compactMap { $0.map { $0 + ": " } }.joined() + statement
    }

    /// The message as it is printed and reported: shortened if it is too long.
    package var message: String { description.truncatedForMessage }

    /// The message without label and location.
    package var statement: String {
        let facts = [found, expected.map { "expected " + $0 }].compactMap(\.self).joined(separator: ", ")
        return problem + (facts.isEmpty ? "." : " (\(facts)).") + (remedy.map { " " + $0 } ?? "")
    }
}

extension RunFailure.Kind {
    /// SIGINT or SIGTERM.
    package static let interrupted = Self("interrupted")
}

extension RunFailure {
    /// The run was canceled (SIGINT or SIGTERM).
    package static var interrupted: RunFailure {
        RunFailure(
            .unavailable,
            at: "this run",
            "interrupted by SIGINT or SIGTERM",
            remedy: "Run the same command again.",
            kind: .interrupted
        )
    }

    /// Creates a failure from the error of a function that throws several types: a failure stays as it is, and
    /// any other error, which the caller did not expect, is a bug.
    package init(unexpected error: any Error) {
        self = error as? RunFailure ?? .fault("\(error)")
    }

    /// A bug in fairlead, with a description.
    package static func fault(_ problem: String) -> RunFailure {
        RunFailure(.fault, at: "a bug in fairlead", problem, remedy: "Report it.")
    }

    /// An error that only a bug in fairlead can cause, such as one of a cipher; `action` is what failed, such
    /// as `wrapping a key`.
    package static func fault(_ error: any Error, doing action: String) -> RunFailure {
        .fault("\(action): \(error)")
    }
}

extension RunFailure {
    /// Returns the failure of an option whose value is refused (`usage`), with its own remedy unless another
    /// is given.
    package func asUsage(of option: String, remedy: String? = nil) -> RunFailure {
        RunFailure(
            .usage,
            at: option,
            problem,
            found: found,
            expected: expected,
            remedy: remedy ?? self.remedy
        )
    }
}
