extension TemplateFilter {
    /// The inverse of what FairPlay clients do to get a URL, who put `https` in the place of `skd`.
    ///
    /// Any other scheme than `https`, spelt so, would not come back.
    static let skd = TemplateFilter(
        name: "skd",
        summary: "an https: URL with the scheme skd in place of https"
    ) { (text: String) throws(TemplateFilterError) in
        guard let url = AbsoluteURL(text) else { throw .notAnAbsoluteURL }
        guard url.scheme == "https" else { throw .schemeWouldBeLost(String(url.scheme)) }
        return "skd:" + url.afterColon
    }
}
