/// A named function on the text of a template variable: `{name|filter}`.
///
/// A filter gets the text as it was set and its result goes into the URI as it is: only `percent`
/// percent-encodes.
package struct TemplateFilter: Sendable {
    /// Every filter that a template may name.
    package static let all: [TemplateFilter] = [.percent, .skd, .querySeparator, .directory]

    /// What a template calls it.
    package let name: String
    /// What it does, in one line.
    package let summary: String
    /// Whether an empty result is meant.
    let mayBeEmpty: Bool
    /// The function.
    let apply: @Sendable (String) throws(TemplateFilterError) -> String

    init(
        name: String,
        summary: String,
        mayBeEmpty: Bool = false,
        apply: @escaping @Sendable (String) throws(TemplateFilterError) -> String
    ) {
        self.name = name
        self.summary = summary
        self.mayBeEmpty = mayBeEmpty
        self.apply = apply
    }

    static func named(_ name: String) -> TemplateFilter? {
        all.first { $0.name == name }
    }
}
