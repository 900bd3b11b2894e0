/// A URL divided at the colon after its scheme; both parts stay as written.
///
/// Used instead of Foundation's `URL`, which would refuse or rewrite forms that clients rely on.
struct AbsoluteURL {
    /// The part before the first colon.
    let scheme: Substring
    /// The part after the first colon, which begins with `//` and an authority.
    let afterColon: Substring

    /// Creates a URL from `scheme://authority...` (RFC 3986 section 3).
    ///
    /// Returns nil for another form, for a scheme with upper-case letters, and for an empty authority.
    init?(_ text: String) {
        guard let scheme = URIScheme.of(text) else { return nil }
        self.scheme = scheme
        afterColon = text[text.utf8.index(after: scheme.endIndex)...]
        guard afterColon.utf8.starts(with: "//".utf8),
            let firstByte = afterColon.utf8.dropFirst(2).first, !"/?#".utf8.contains(firstByte)
        else { return nil }
    }
}
