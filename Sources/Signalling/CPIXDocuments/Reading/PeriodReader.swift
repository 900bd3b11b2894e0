import XMLDocuments

/// Reads the elements `ContentKeyPeriod`.
enum PeriodReader {
    /// The attributes that say when.
    static let attributes = ["start", "end", "startOffset", "endOffset", "duration"]
    /// The pairs of them that say it.
    private static let pairs: [Set<String>] = [
        [], ["start", "end"], ["start", "duration"], ["startOffset", "endOffset"],
        ["startOffset", "duration"],
    ]

    static func read(_ element: XMLElement) throws(CPIXError) -> CPIXPeriod {
        var attributes: [String: String] = [:]
        for name in Self.attributes {
            attributes[name] = element.attribute(name)
        }
        guard isValid(attributes) else {
            throw element.failure(
                "\(attributes.keys.sorted().joined(separator: " and ")) (expected a start and an end or duration)"
            )
        }
        return CPIXPeriod(
            id: element.attribute("id") ?? "",
            index: try element.number("index"),
            label: element.attribute("label"),
            attributes: attributes
        )
    }

    /// Whether the attributes are one of the combinations that mean something.
    static func isValid(_ attributes: [String: String]) -> Bool {
        pairs.contains(Set(attributes.keys))
    }
}
