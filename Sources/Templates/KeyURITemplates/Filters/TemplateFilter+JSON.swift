import TextFormats

extension TemplateFilter {
    /// A string of RFC 8259 section 7, with the short escapes where there are some.
    static let json = TemplateFilter(name: "json", summary: "a JSON string, with its quotes") {
        (text: String) in
        JSONStringText.quoted(text, .letters)
    }
}
