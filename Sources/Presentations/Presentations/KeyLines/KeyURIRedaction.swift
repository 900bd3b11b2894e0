import KeySystems
import KeyURITemplates

/// Redacts key URIs in messages and reports.
package enum KeyURIRedaction {
    /// Hides the secret parts of a rendered key URI in later messages, at whatever position they are.
    static func hide(_ uri: RenderedKeyURI) {
        guard uri.hasSecrets else { return }
        HiddenTexts.shared.hide(uri: uri.text, as: uri.redacted)
    }

    /// Hides secrets in the key URIs of later messages, also in URIs that another run rendered.
    ///
    /// They are hidden as they are and in the encodings that templates produce.
    package static func hide(secrets: [String]) {
        for secret in secrets { HiddenTexts.shared.hide(secret: secret) }
    }

    /// Returns the URI without query, fragment and user information, which may hold a token.
    ///
    /// A `data` URI (RFC 2397) loses its data. Everything up to the last `@` goes, since a password may
    /// contain characters that are illegal in one. Hidden parts are replaced by `…`.
    package static func redacted(_ uri: String) -> String {
        withoutQueryAndUser(HiddenTexts.shared.redacted(uri))
    }

    private static func withoutQueryAndUser(_ uri: String) -> String {
        // Compares bytes: a combining mark after a delimiter would form another `Character` with it.
        let bytes = uri.utf8
        if DataURI.hasScheme(uri), let comma = bytes.firstIndex(of: UInt8(ascii: ",")) {
            let type = String(decoding: bytes[..<comma].prefix(80), as: UTF8.self)
            return "\(type),… (\(bytes[comma...].count - 1) characters)"
        }
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let hidden = end < bytes.endIndex ? "\(Unicode.Scalar(bytes[end]))…" : ""
        guard let slash = bytes[..<end].firstIndex(of: UInt8(ascii: "/")),
            bytes[slash..<end].starts(with: "//".utf8),
            let atSign = bytes[..<end].lastIndex(of: UInt8(ascii: "@")), atSign > slash
        else { return String(uri[..<end]) + hidden }
        let start = bytes.index(slash, offsetBy: 2)
        return uri[..<start] + "…" + uri[atSign..<end] + hidden
    }
}
