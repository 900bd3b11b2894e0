import HLSPlaylists

/// Rules for malformed attribute lists (RFC 8216bis 4.2).
enum AttributeListRules {
    private static let list = LintRule.error(
        "attribute-list",
        LintSource.rfc("4.2"),
        "An attribute list consists of NAME=value pairs separated by commas"
    )
    private static let quoteUnclosed = LintRule.error(
        "quote-unclosed",
        LintSource.rfc("4.2"),
        "A quoted string ends with a quote on the same line"
    )
    private static let duplicate = LintRule.error(
        "attribute-duplicate",
        LintSource.rfc("4.2"),
        "An attribute occurs once in a list"
    )
    private static let count = LintRule.error(
        "attribute-count",
        LintSource.rfc("4.2"),
        "An attribute list has at most \(AttributeList.maximumCount) attributes, which is fairlead's own limit"
    )
    static let missing = LintRule.error(
        "attribute-missing",
        LintSource.rfc("4.4"),
        "A tag has its required attributes"
    )
    private static let forbidden = LintRule.error(
        "attribute-forbidden",
        LintSource.rfc("4.4"),
        "A tag has no attribute that another one rules out"
    )
    static let value = LintRule.error(
        "attribute-value",
        LintSource.rfc("4.2"),
        "A value is of the type of its attribute and within its bounds"
    )

    private static let digits = LintRule.warning(
        "hexadecimal-digits",
        LintSource.rfc("4.2"),
        "A hexadecimal number has an even number of digits, which players that read bytes need"
    )

    static let all = [list, quoteUnclosed, duplicate, count, missing, forbidden, value, digits]

    static func rule(for problem: AttributeProblem) -> LintRule {
        switch problem {
        case .missingName, .missingEqualsSign, .malformedValue, .trailingComma: list
        case .oddDigits: digits
        case .unclosedQuotedString: quoteUnclosed
        case .duplicate: duplicate
        case .tooMany: count
        case .missing: missing
        case .forbidden: forbidden
        case .invalid: value
        }
    }
}
