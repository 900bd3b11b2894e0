/// Key URIs in messages and reports.
package enum KeyURIText {
    /// The URI without its query, fragment and user information, which may hold a token.
    ///
    /// All up to the last `@` goes: a password may hold what is not legal in one.
    package static func redacted(_ uri: String) -> String {
        // By scalars: a combining mark behind a delimiter would make another `Character` of it.
        let scalars = uri.unicodeScalars
        var shown = String.UnicodeScalarView(scalars.prefix { $0 != "?" && $0 != "#" })
        let hidden = scalars.dropFirst(shown.count).first.map { "\($0)…" } ?? ""
        if let slash = shown.firstIndex(of: "/"), shown[slash...].starts(with: "//".unicodeScalars),
            let at = shown.lastIndex(of: "@"), at > slash
        {
            shown.replaceSubrange(shown.index(slash, offsetBy: 2)..<at, with: "…".unicodeScalars)
        }
        return String(shown) + hidden
    }
}
