/// What can be wrong with variables (RFC 8216bis 4.3 and 4.4.2.3).
package enum VariableProblem: Hashable, Sendable {
    /// A reference to a variable that was not defined before.
    case undefined(String)
    /// A variable that is defined twice.
    case duplicate(String)
    /// A variable is imported that the multivariant playlist does not define.
    case missingImport(String)
    /// A variable is to come from the query of the playlist's URI, and no query is known.
    case unknownQueryParameter(String)
    /// A text is too long after substitution.
    case substitutionTooLong

    var wording: ProblemWording {
        switch self {
        case .undefined(let name):
            ProblemWording(
                "A variable is not defined",
                got: "a reference to '\(name)'",
                expected: "an EXT-X-DEFINE before it",
                fix: "Define the variable"
            )
        case .duplicate(let name):
            ProblemWording(
                "A variable is defined twice",
                got: "'\(name)' again",
                expected: "one definition",
                fix: "Remove one of them"
            )
        case .missingImport(let name):
            ProblemWording(
                "A variable cannot be imported",
                got: "'\(name)'",
                expected: "a variable that the multivariant playlist defines",
                fix: "Define it there, or start from the multivariant playlist"
            )
        case .unknownQueryParameter(let name):
            ProblemWording(
                "A variable cannot be resolved",
                got: "query parameter '\(name)'",
                expected: "no QUERYPARAM in a local playlist, which has no query",
                fix: "Replace it by NAME and VALUE"
            )
        case .substitutionTooLong:
            ProblemWording(
                "A text is too long with its variables",
                got: "more than \(VariableScope.maximumSubstitutedLength) bytes",
                expected: "at most \(VariableScope.maximumSubstitutedLength)",
                fix: "Shorten the variables"
            )
        }
    }
}
