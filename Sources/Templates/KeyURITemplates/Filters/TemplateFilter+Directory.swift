extension TemplateFilter {
    static let directory = TemplateFilter(
        name: "directory",
        summary: "a URL with a slash at its end, so that a file name can follow"
    ) { (text: String) throws(TemplateFilterError) in
        let url = text.utf8
        guard !url.contains(UInt8(ascii: "#")) else { throw .fragment }
        guard !url.contains(UInt8(ascii: "?")) else { throw .query }
        return url.last == UInt8(ascii: "/") ? text : text + "/"
    }
}
