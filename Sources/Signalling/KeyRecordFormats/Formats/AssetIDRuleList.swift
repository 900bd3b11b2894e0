import KeyURITemplates

/// The rules of one asset id in one field: their names separated by `|`, which does not occur in URIs (RFC
/// 3986).
enum AssetIDRuleList {
    private static let separator = "|"
    /// The name of an unknown rule in records.
    private static let unknown = "unknown"

    static func text(_ rules: [String]) -> String { rules.joined(separator: separator) }

    /// Returns the names of the rules in a field.
    ///
    /// The name of a query parameter may itself contain `|`. Text between separators that is not the name of
    /// a rule is therefore appended to the rule before it.
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
