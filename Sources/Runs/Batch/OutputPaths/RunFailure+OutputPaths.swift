package import Failures
import KeyURITemplates
import ProtectionTerms
import TextFormats

/// Failures to make the output paths of titles.
///
/// Messages quote no values of variables, since they may be secret.
extension RunFailure {
    /// The template is malformed.
    static func outputTemplate(_ error: TemplateError) -> RunFailure {
        let column = "column \(error.column): "
        return switch error.problem {
        case .empty: output(column + "the output is empty", expected: "a path", remedy: "Name one.")
        case .illegalName(let name):
            output(
                column + "illegal variable name",
                found: "got \(name.debugDescription)",
                expected: "letters, digits, _ and -",
                remedy: "Correct it."
            )
        case .illegalCharacter:
            output(column + "the output contains a control character", remedy: "Remove it.")
        default: output(column + error.problem.description.withoutFullStop)
        }
    }

    /// The template has a variable that is not set; `known` are those that are.
    package static func unknownOutputVariable(_ name: String, known: [String]) -> RunFailure {
        let nearest = NearestName.of(ManifestColumn.key(of: name), in: known)
        let list = known.isEmpty ? "none" : "one of " + known.map { "{\($0)}" }.joined(separator: ", ")
        return output(
            "the output has a variable that is not set here",
            found: "got {\(name)}",
            expected: nearest.map { "perhaps {\($0)}" } ?? list,
            remedy: "Correct the name, or set it."
        )
    }

    /// The value of a variable would leave its path component, for the given reason.
    static func outputValue(of name: String, _ reason: String) -> RunFailure {
        output(
            "the value of {\(name)} would leave its path component",
            found: reason,
            remedy: "Change it."
        )
    }

    /// A path component is too long for a file name; `variable` is the last variable in it, or nil.
    static func outputComponentTooLong(variable: String?) -> RunFailure {
        output(
            "a component of the output" + (variable.map { ", with {\($0)}," } ?? "") + " is too long",
            expected: "at most \(OutputPathTemplate.maximumComponentBytes) bytes",
            remedy: "Shorten it."
        )
    }

    /// The path has more bytes than the system allows.
    static func outputTooLong(bytes: Int) -> RunFailure {
        output(
            "the path of the output is too long",
            found: "got \(bytes) bytes",
            expected: "at most \(OutputPathTemplate.maximumPathBytes)",
            remedy: "Shorten it."
        )
    }

    private static func output(
        _ problem: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String? = nil
    ) -> RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.output,
            problem,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }

    /// Two titles have the same output.
    static func sameOutput(
        _ first: OutputPathCheck.Output,
        _ second: OutputPathCheck.Output,
        manifest: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: TextLocation(in: manifest, line: second.line),
            "the titles of lines \(first.line) and \(second.line) have the same output",
            found: "got \(second.path.debugDescription)",
            expected: "one for each",
            remedy: "Put a variable that tells them apart into \(CommandOption.output)."
        )
    }

    /// The output of a title is inside that of another.
    static func outputInsideOutput(
        _ first: OutputPathCheck.Output,
        _ second: OutputPathCheck.Output,
        manifest: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: TextLocation(in: manifest, line: second.line),
            "the titles of lines \(first.line) and \(second.line) have outputs of which one is inside the other",
            found: "got \(first.path.debugDescription) and \(second.path.debugDescription)",
            remedy: "Put a variable that tells them apart into \(CommandOption.output)."
        )
    }
}
