import KeyURITemplates

/// The rules of one asset id in one field: their names with `|` between them, which no URI has (RFC 3986).
enum AssetIDRuleList {
    private static let separator = "|"
    /// What a record says where its rule is not known.
    private static let unknown = "unknown"

    static func text(_ rules: [String]) -> String { rules.joined(separator: separator) }

    /// The names in a field; a part that is no rule belongs to the one before, whose query parameter has the separator in its
    /// name.
    static func rules(in text: String) -> [String] {
        var rules: [String] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false).map(String.init) {
            let isRule = part == unknown || AssetIDRule(name: part) != nil
            if let last = rules.last, !isRule {
                rules[rules.count - 1] = last + separator + part
            } else if !rules.contains(part) {
                rules.append(part)
            }
        }
        return rules
    }
}
