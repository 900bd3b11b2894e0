/// A named function on the value of a template variable: `{name|filter}`.
///
/// The first filter gets the value as it was set, with the bytes that it represents; each further filter gets
/// the text that the previous one returned. The last result is inserted into the URI unchanged: only
/// `percent` percent-encodes.
package struct TemplateFilter: Sendable {
    /// All filters that a template can use.
    static let all: [TemplateFilter] = [
        .percent, .base64, .base64URL, .hex, .upper, .uuid, .json, .hex16, .skd, .querySeparator, .directory,
    ]

    /// The name in templates.
    let name: String
    /// A description in one line, for messages.
    let summary: String
    /// Indicates whether an empty result is permitted.
    let mayBeEmpty: Bool
    let apply: @Sendable (TemplateVariables.Value) throws(TemplateFilterError) -> String

    /// Creates a filter that uses only the text of a value.
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

    /// Creates a filter that uses the text or the bytes of a value.
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
