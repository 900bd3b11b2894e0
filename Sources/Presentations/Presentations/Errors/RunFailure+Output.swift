package import Failures
import Glibc
import ProtectionTerms

extension RunFailure.Kind {
    /// A result or its stage that cannot be created.
    package static let outputNotCreated = Self("output not created")
}

/// Failures to write and publish a result.
extension RunFailure {
    /// The result cannot be created at the path.
    static func outputNotCreated(path: String, reason: String) -> RunFailure {
        RunFailure(
            .cannotCreate,
            at: path,
            "the output cannot be created: \(reason)",
            remedy: "Name another directory.",
            kind: .outputNotCreated
        )
    }

    /// The output directory is the root of the input.
    static func outputIsInput(_ output: String) -> RunFailure {
        RunFailure(
            .usage,
            at: output,
            "the output is the folder of the input",
            expected: "another",
            remedy: "Name a directory in it, or elsewhere."
        )
    }

    /// The output directory would contain the input, or a file that the input names.
    static func inputInsideOutput(output: String, input: String) -> RunFailure {
        RunFailure(
            .usage,
            at: output,
            "the input is inside the output (\(input)), and the result would take its place",
            remedy: "Name another directory."
        )
    }

    /// The output directory, or the stage beside it, could not be created.
    package static func outputNotCreated(_ error: SystemCallError) -> RunFailure {
        let failureClass: FailureClass =
            switch error.code {
            case ENOSPC, EDQUOT, EFBIG: .writeFailed
            // Other runs published first at every attempt.
            case EAGAIN: .unavailable
            default: .cannotCreate
            }
        return .system(
            error.code,
            failureClass,
            at: error.path,
            "the output cannot be created",
            found: "\(error.call): \(error.reason)",
            remedy: "Name a directory that can be written.",
            kind: .outputNotCreated
        )
    }

    /// The staged files could not be written.
    package static func stage(_ error: SystemCallError) -> RunFailure {
        let (problem, remedy) =
            switch error.code {
            case EFBIG:
                (
                    "the file would be larger than it may be",
                    "Raise the limit of the size of files (ulimit -f)."
                )
            case ENOSPC, EDQUOT: ("the disk is full", "Make room, then run it again.")
            default: ("the file cannot be written", "Check the disk.")
            }
        return .system(
            error.code,
            .writeFailed,
            at: error.path,
            problem,
            found: "\(error.call): \(error.reason)",
            remedy: remedy
        )
    }

    /// A different result exists at the output path, and may not be replaced.
    static func differentResult(output: String, difference: String) -> RunFailure {
        RunFailure(
            .malformed,
            at: output,
            "a different result is there already",
            found: "first difference: \(difference)",
            remedy: "Use \(CommandOption.overwrite) to replace it, or name another directory."
        )
    }
}
