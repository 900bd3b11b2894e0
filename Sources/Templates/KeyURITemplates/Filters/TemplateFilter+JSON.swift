extension TemplateFilter {
    /// A string of RFC 8259 section 7, with the short escapes where there are some.
    static let json = TemplateFilter(name: "json", summary: "a JSON string, with its quotes") {
        (text: String) in
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(scalar)
            case "\u{8}": literal += "\\b"
            case "\u{C}": literal += "\\f"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case ..<" ": literal += "\\u00" + HexDigits.text([UInt8(scalar.value)])
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
