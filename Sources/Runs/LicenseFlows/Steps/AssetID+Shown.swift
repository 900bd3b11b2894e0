import Ciphers
import KeyURITemplates
import Presentations
import TextFormats

extension AssetID {
    /// The asset id, for people.
    var shown: String { shown(bytes) }

    /// A value that stands at the place of the asset id, for people; of a query, which may be a token, the beginning of its SHA-256.
    func shown(_ value: [UInt8]) -> String {
        switch rule {
        case .query, .queryAsWritten, .afterSchemeAndQueryMark:
            "SHA-256 \(Hexadecimal.encode(SHA256.digest(of: value).prefix(8)))…"
        default: KeyURIText.redacted(String(decoding: value, as: UTF8.self))
        }
    }
}
