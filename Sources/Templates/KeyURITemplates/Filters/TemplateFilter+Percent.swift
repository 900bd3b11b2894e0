import TextFormats

extension TemplateFilter {
    static let percent = TemplateFilter(
        name: "percent",
        summary: "percent-encodes all but A-Z a-z 0-9 - . _ ~",
        onText: { PercentEncoding.encode($0) }
    )
}
