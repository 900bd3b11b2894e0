import XMLDocuments

/// A reader of `ContentKeyPeriod` elements.
enum PeriodReader {
    /// The attributes for the time of a period.
    static let attributes = ["start", "end", "startOffset", "endOffset", "duration"]
    /// The valid combinations of these attributes.
    private static let combinations: [Set<String>] = [
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

    /// Indicates whether the attributes are a valid combination.
    static func isValid(_ attributes: [String: String]) -> Bool {
        combinations.contains(Set(attributes.keys))
    }
}
