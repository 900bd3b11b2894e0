extension TemplateFilter {
    static let querySeparator = TemplateFilter(
        name: "query_separator",
        summary: "the separator between a URL and one more query parameter: \"?\", \"&\" or nothing",
        mayBeEmpty: true
    ) { (text: String) throws(TemplateFilterError) in
        let url = text.utf8
        guard !url.contains(UInt8(ascii: "#")) else { throw .fragment }
        guard url.contains(UInt8(ascii: "?")) else { return "?" }
        return url.last == UInt8(ascii: "?") || url.last == UInt8(ascii: "&") ? "" : "&"
    }
}
