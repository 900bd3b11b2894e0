/// A fault in variables (RFC 8216bis 4.3 and 4.4.2.3).
package enum VariableProblem: Hashable, Sendable {
    /// A reference to a variable that was not defined before.
    case undefined(String)
    /// A variable that is defined twice.
    case duplicate(String)
    /// An imported variable that the multivariant playlist does not define.
    case missingImport(String)
    /// A `QUERYPARAM` variable without a value in the query of the playlist's URI.
    case unknownQueryParameter(String)
    /// A query parameter whose value cannot be written in a quoted string.
    case unquotableQueryParameter(String)
    /// A text is too long after substitution.
    case substitutionTooLong
    /// All texts together are too long after substitution.
    case expansionTooLong

    var message: ProblemMessage {
        switch self {
        case .undefined(let name):
            ProblemMessage(
                "A variable is not defined",
                got: "a reference to '\(name)'",
                expected: "an EXT-X-DEFINE before it",
                fix: "Define the variable"
            )
        case .duplicate(let name):
            ProblemMessage(
                "A variable is defined twice",
                got: "'\(name)' again",
                expected: "one definition",
                fix: "Remove one of them"
            )
        case .missingImport(let name):
            ProblemMessage(
                "A variable cannot be imported",
                got: "'\(name)'",
                expected: "a variable that the multivariant playlist defines",
                fix:
                    "Define it there, or start from the multivariant playlist"
            )
        case .unknownQueryParameter(let name):
            ProblemMessage(
                "A variable cannot be resolved",
                got: "query parameter '\(name)'",
                expected: "a parameter with a value in the URI of the playlist; a local file has none",
                fix: "Replace QUERYPARAM with NAME and VALUE"
            )
        case .unquotableQueryParameter(let name):
            ProblemMessage(
                "A variable cannot be resolved",
                got: "query parameter '\(name)' with a quote or control character",
                expected: "a value that a quoted string can contain",
                fix: "Change the URI of the playlist"
            )
        case .substitutionTooLong:
            ProblemMessage(
                "A text is too long with its variables",
                got: "more than \(VariableScope.maximumSubstitutedLength) bytes",
                expected: "at most \(VariableScope.maximumSubstitutedLength)",
                fix: "Shorten the variables"
            )
        case .expansionTooLong:
            ProblemMessage(
                "The playlist is too long with its variables",
                got: "variables that may add more than \(PlaylistDocument.maximumSize) bytes",
                expected: "at most \(PlaylistDocument.maximumSize)",
                fix: "Shorten the variables"
            )
        }
    }
}
