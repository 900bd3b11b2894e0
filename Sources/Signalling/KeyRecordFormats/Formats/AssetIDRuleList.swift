import KeyURITemplates

/// The rules of one asset id in one field: their names separated by `|`, which does not occur in URIs (RFC
/// 3986).
enum AssetIDRuleList {
    private static let separator = "|"
    /// The name of an unknown rule in records.
    private static let unknown = "unknown"

    static func text(_ rules: [String]) -> String { rules.joined(separator: separator) }

    /// Returns the names in a field.
    ///
    /// A part that is not a rule belongs to the name before it, whose query parameter has a `|` in its name.
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
