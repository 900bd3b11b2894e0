extension TemplateFilter {
    /// Inverts what FairPlay clients do to get a URL: they replace `skd` by `https`.
    ///
    /// Any other scheme, also `https` in upper case, would be lost.
    static let skd = TemplateFilter(
        name: "skd",
        summary: "an https: URL with the scheme skd in place of https"
    ) { (text: String) throws(TemplateFilterError) in
        guard let url = AbsoluteURL(text) else { throw .notAnAbsoluteURL }
        guard url.scheme == "https" else { throw .schemeWouldBeLost(String(url.scheme)) }
        return "skd:" + url.afterColon
    }
}
