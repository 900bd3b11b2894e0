/// A fault in an attribute list (RFC 8216bis 4.2).
package enum AttributeProblem: Hashable, Sendable {
    /// An attribute name is absent where one should start.
    case missingName
    /// No `=` after an attribute name.
    case missingEqualsSign(String)
    /// A quoted string without its closing quote.
    case unclosedQuotedString(String)
    /// An empty value, a quote or blank in an unquoted value, or text after a closing quote.
    case malformedValue(String)
    /// An attribute name that occurs twice in one list.
    case duplicate(String)
    /// A comma at the end of a list.
    case trailingComma
    /// An odd number of hexadecimal digits, which is read as a number.
    case oddDigits(String)
    /// More attributes in one list than the limit.
    case tooMany(limit: Int)
    /// A required attribute is absent.
    case missing(String, tag: TagName)
    /// An attribute that must not be present.
    case forbidden(String, reason: String)
    /// A value of the wrong type or out of bounds; `found` is the value, or nil if it may be a secret.
    case invalid(String, found: Excerpt? = nil, expected: String)

    /// Indicates whether messages may show the value of an attribute: URIs, IVs, and the values of variables
    /// and session data may contain keys or tokens.
    static func showsValue(of name: String) -> Bool {
        !name.hasSuffix("URI") && !["IV", "VALUE", "X-ASSET-LIST"].contains(name)
    }

    var message: ProblemMessage {
        switch self {
        case .missingName:
            Self.malformed("a character that is not allowed in names", expected: "the name of an attribute")
        case .missingEqualsSign(let name):
            Self.malformed("'\(name)' without a value", expected: "an equals sign after the name")
        case .unclosedQuotedString(let name):
            Self.malformed("no closing quote in '\(name)'", expected: "a quoted string")
        case .malformedValue(let name):
            Self.malformed("a malformed value of '\(name)'", expected: "a quoted string, or a word")
        case .duplicate(let name): Self.malformed("'\(name)' twice", expected: "each attribute once")
        case .trailingComma:
            Self.malformed("a comma at its end", expected: "an attribute after each comma")
        case .oddDigits(let name):
            ProblemMessage(
                "A hexadecimal number does not consist of whole bytes",
                got: "an odd number of digits in \(name)",
                expected: "pairs of hexadecimal digits, which all players read in the same way",
                fix: "Write a 0 after the 0x"
            )
        case .tooMany(let limit):
            ProblemMessage(
                "An attribute list is too long",
                got: "more than \(limit) attributes",
                expected: "at most \(limit), which is fairlead's own limit",
                fix: "Remove those that no player needs"
            )
        case .missing(let name, let tag):
            ProblemMessage(
                "An attribute is missing",
                got: "\(tag.name) without \(name)",
                expected: name,
                fix: "Add the attribute"
            )
        case .forbidden(let name, let reason):
            ProblemMessage(
                "An attribute is not allowed here",
                got: name,
                expected: "none, because \(reason)",
                fix: "Remove the attribute"
            )
        case .invalid(let name, let found, let expected):
            ProblemMessage(
                "\(name) has a bad value",
                got: found?.description,
                expected: expected,
                fix: "Correct the value"
            )
        }
    }

    private static func malformed(_ got: String, expected: String) -> ProblemMessage {
        ProblemMessage(
            "The attribute list is malformed",
            got: got,
            expected: expected,
            fix: "Correct the line"
        )
    }
}
