import KeySystems
package import KeyURITemplates

/// Key URIs in messages and reports.
package enum KeyURIText {
    /// Hides from now on what of a key URI came of secrets, wherever in it that is.
    package static func hide(_ uri: RenderedKeyURI) {
        guard uri.hasSecrets else { return }
        HiddenTexts.shared.hide(uri: uri.text, as: uri.shown)
    }

    /// Hides from now on these secrets in all key URIs, as they are and as templates write them: also in those that another
    /// run made.
    package static func hide(secrets: [String]) {
        for secret in secrets { HiddenTexts.shared.hide(secret: secret) }
    }

    /// The URI without its query, fragment and user information, which may hold a token, and of a `data` URI (RFC 2397)
    /// without the data.
    ///
    /// All up to the last `@` goes: a password may hold what is not legal in one. What was hidden goes, too.
    package static func redacted(_ uri: String) -> String {
        withoutAddition(HiddenTexts.shared.shown(uri))
    }

    private static func withoutAddition(_ uri: String) -> String {
        // By bytes: a combining mark behind a delimiter would make another `Character` of it.
        let bytes = uri.utf8
        if DataURI.hasScheme(uri), let comma = bytes.firstIndex(of: UInt8(ascii: ",")) {
            let type = String(decoding: bytes[..<comma].prefix(80), as: UTF8.self)
            return "\(type),… (\(bytes[comma...].count - 1) characters)"
        }
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let hidden = end < bytes.endIndex ? "\(Unicode.Scalar(bytes[end]))…" : ""
        guard let slash = bytes[..<end].firstIndex(of: UInt8(ascii: "/")),
            bytes[slash..<end].starts(with: "//".utf8),
            let at = bytes[..<end].lastIndex(of: UInt8(ascii: "@")), at > slash
        else { return String(uri[..<end]) + hidden }
        let start = bytes.index(slash, offsetBy: 2)
        return uri[..<start] + "…" + uri[at..<end] + hidden
    }
}
