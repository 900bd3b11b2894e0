/// A URL cut into its scheme and the rest, as text and nothing more: what is not cut off stays as written.
///
/// Foundation's `URL` would refuse or rewrite forms that clients rely on, so filters and types use this
/// instead.
struct AbsoluteURL {
    /// What stands before the first colon.
    let scheme: Substring
    /// What stands after the first colon; begins with `//` and a host.
    let afterColon: Substring

    /// Nil unless the text is `scheme://authority...` (RFC 3986 section 3) with a scheme in lower case and an
    /// authority that is not empty.
    init?(_ text: String) {
        guard let scheme = URIScheme.of(text) else { return nil }
        self.scheme = scheme
        afterColon = text[text.utf8.index(after: scheme.endIndex)...]
        guard afterColon.utf8.starts(with: "//".utf8),
            let host = afterColon.utf8.dropFirst(2).first, !"/?#".utf8.contains(host)
        else { return nil }
    }
}
