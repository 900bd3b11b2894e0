package import Failures
import Glibc
import ProtectionTerms

extension RunFailure.Kind {
    /// A failed system call to create a result or its stage.
    package static let outputNotCreated = Self("output not created")
}

/// Failures to write and publish a result.
extension RunFailure {
    /// The result cannot be created at the path.
    static func output(path: String, reason: String) -> RunFailure {
        RunFailure(
            .cannotCreate,
            at: path,
            "the output cannot be created: \(reason)",
            remedy: "Name another directory."
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
    package static func outputSystem(_ error: SystemCallError) -> RunFailure {
        let failureClass: FailureClass =
            switch error.code {
            case ENOSPC, EDQUOT, EFBIG: .writeFailed
            // Other runs published first at every attempt.
            case EAGAIN: .unavailable
            default: error.shortage == nil ? .cannotCreate : .unavailable
            }
        return RunFailure(
            failureClass,
            at: error.path,
            "the output cannot be created",
            found: "\(error.call): \(error.reason)",
            remedy: error.shortage?.advice ?? "Name a directory that can be written.",
            kind: .outputNotCreated,
            errorNumber: error.code
        )
    }

    /// The staged files could not be written.
    package static func stage(_ error: SystemCallError) -> RunFailure {
        let (path, found) = (error.path, "\(error.call): \(error.reason)")
        return switch error.code {
        case EFBIG:
            RunFailure(
                .writeFailed,
                at: path,
                "the file would be larger than it may be",
                found: found,
                remedy: "Raise the limit of the size of files (ulimit -f).",
                errorNumber: error.code
            )
        case ENOSPC, EDQUOT:
            RunFailure(
                .writeFailed,
                at: path,
                "the disk is full",
                found: found,
                remedy: "Make room, then run it again.",
                errorNumber: error.code
            )
        default:
            RunFailure(
                error.shortage == nil ? .writeFailed : .unavailable,
                at: path,
                "the file cannot be written",
                found: found,
                remedy: error.shortage?.advice ?? "Check the disk.",
                errorNumber: error.code
            )
        }
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

/// Runs `body` and throws its failures as `RunFailure.stage`.
package func mapStageErrors<Result>(
    _ body: () throws(SystemCallError) -> Result
) throws(RunFailure) -> Result {
    do {
        return try body()
    } catch {
        throw .stage(error)
    }
}
