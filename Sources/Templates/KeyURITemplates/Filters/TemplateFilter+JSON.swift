import TextFormats

extension TemplateFilter {
    /// Produces a JSON string as in RFC 8259 section 7, with short escapes where possible.
    static let json = TemplateFilter(name: "json", summary: "a JSON string, with its quotes") {
        (text: String) in
        JSONStringText.quoted(text, .letters)
    }
}
