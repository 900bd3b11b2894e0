import HLSPlaylists

/// Rules for problems of attributes that have their own rule in key tags (RFC 8216bis 4.4.4.4 and 4.4.6.5).
enum KeyLineRules {
    private static let attributesOfNone = LintRule.error(
        "key-attributes-of-none",
        LintSource.rfc("4.4.4.4"),
        "METHOD=NONE is not combined with other attributes"
    )
    private static let uri = LintRule.error(
        "key-uri",
        LintSource.rfc("4.4.4.4"),
        "A key has a URI unless its method is NONE"
    )
    static let iv = LintRule.error(
        "key-iv",
        LintSource.rfc("4.4.4.4"),
        "An IV is 0x and 128 bits in hexadecimal digits"
    )
    private static let sessionKeyNone = LintRule.error(
        "session-key-none",
        LintSource.rfc("4.4.6.5"),
        "The method of a session key is never NONE"
    )

    static let all = [attributesOfNone, uri, iv, sessionKeyNone]

    /// Returns the rule, or nil if the line is not a key tag or a general rule covers the problem.
    static func rule(for problem: AttributeProblem, tag: TagName?) -> LintRule? {
        guard tag == .key || tag == .sessionKey else { return nil }
        return switch problem {
        case .missing("URI", _): uri
        case .invalid("IV", _, _): iv
        case .forbidden where tag == .key: attributesOfNone
        case .invalid("METHOD", _, _) where tag == .sessionKey: sessionKeyNone
        default: nil
        }
    }
}
