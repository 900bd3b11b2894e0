/// A named function on the value of a template variable: `{name|filter}`.
///
/// The first filter gets the value as it was set, with the bytes that it stands for; each other one gets the text that the
/// filter before it gave. The last result goes into the URI as it is: only `percent` percent-encodes.
struct TemplateFilter: Sendable {
    /// Every filter that a template may name.
    static let all: [TemplateFilter] = [
        .percent, .base64, .base64URL, .hex, .upper, .uuid, .json, .hex16, .skd, .querySeparator, .directory,
    ]

    /// What a template calls it.
    let name: String
    /// What it does, in one line.
    let summary: String
    /// Whether an empty result is meant.
    let mayBeEmpty: Bool
    /// The function.
    let apply: @Sendable (TemplateVariables.Value) throws(TemplateFilterError) -> String

    /// A filter on texts.
    init(
        name: String,
        summary: String,
        mayBeEmpty: Bool = false,
        onText apply: @escaping @Sendable (String) throws(TemplateFilterError) -> String
    ) {
        self.init(name: name, summary: summary, mayBeEmpty: mayBeEmpty) { value throws(TemplateFilterError) in
            try apply(value.text)
        }
    }

    /// A filter on values.
    init(
        name: String,
        summary: String,
        mayBeEmpty: Bool = false,
        onValue apply: @escaping @Sendable (TemplateVariables.Value) throws(TemplateFilterError) -> String
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
