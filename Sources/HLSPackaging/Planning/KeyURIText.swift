import Foundation

/// Key URIs in messages and reports.
package enum KeyURIText {
    /// The URI without its query, fragment and user information, which may hold a token.
    package static func redacted(_ uri: String) -> String {
        let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
        var text = String(uri[..<end])
        if let authority = text.range(of: "//"), let at = text[authority.upperBound...].firstIndex(of: "@") {
            text.replaceSubrange(authority.upperBound..<at, with: "…")
        }
        return end < uri.endIndex ? text + String(uri[end]) + "…" : text
    }
}
