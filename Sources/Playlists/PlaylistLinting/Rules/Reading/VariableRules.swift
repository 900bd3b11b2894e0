import HLSPlaylists

/// Rules for variables (RFC 8216bis 4.3 and 4.4.2.3).
enum VariableRules {
    private static let undefined = LintRule.error(
        "variable-undefined",
        LintSource.rfc("4.3"),
        "A variable is defined before it is used"
    )
    private static let duplicate = LintRule.error(
        "variable-duplicate",
        LintSource.rfc("4.4.2.3"),
        "A variable is defined once"
    )
    private static let missingImport = LintRule.error(
        "variable-import",
        LintSource.rfc("4.4.2.3"),
        "An imported variable is defined in the multivariant playlist"
    )
    private static let length = LintRule.error(
        "variable-length",
        LintSource.rfc("4.3"),
        "Variables do not make a text or a playlist longer than fairlead's own limits"
    )
    /// A note, since a playlist that is checked alone may be correct although values of its variables are
    /// unknown.
    static let unresolved = LintRule.note(
        "variable-unresolved",
        LintSource.rfc("4.4.2.3"),
        "The value of a variable is outside the playlist, and lines that use it are not checked"
    )

    private static let value = LintRule.error(
        "variable-value",
        LintSource.rfc("4.4.2.3"),
        "A quoted string can contain the value of a variable"
    )

    static let all = [undefined, duplicate, missingImport, length, value, unresolved]

    static func rule(for problem: VariableProblem, isAlone: Bool) -> LintRule {
        switch problem {
        case .undefined: undefined
        case .duplicate: duplicate
        case .missingImport: isAlone ? unresolved : missingImport
        case .unknownQueryParameter: unresolved
        case .unquotableQueryParameter: value
        case .substitutionTooLong, .expansionTooLong: length
        }
    }
}
