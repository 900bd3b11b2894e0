import Ciphers
import KeyURITemplates
import Presentations
import TextFormats

extension AssetID {
    /// The asset id, for messages.
    var shown: String { shown(bytes) }

    /// Returns a value that was found instead of the asset id, for messages.
    ///
    /// A value from a query may be a token; only the first 8 bytes of its SHA-256 are shown.
    func shown(_ value: [UInt8]) -> String {
        switch rule {
        case .query, .queryAsWritten, .afterSchemeAndQueryMark:
            "SHA-256 \(Hexadecimal.encode(SHA256.digest(of: value).prefix(8)))…"
        default: KeyURIRedaction.redacted(String(decoding: value, as: UTF8.self))
        }
    }
}
