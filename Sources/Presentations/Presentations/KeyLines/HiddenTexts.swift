import FoundationEssentials
import Synchronization
import TextFormats

/// What no message of this process may show of key URIs.
///
/// It is the process's and not a run's, so that no path to a message can go around it.
final class HiddenTexts: Sendable {
    static let shared = HiddenTexts()

    /// How many URIs are known at least; the runs of a long process together make more.
    private static let knownURIs = 32_768

    private struct Texts {
        /// How URIs that were made are shown, where their secrets are not found by looking for them.
        var uris: [[UInt8]: String] = [:]
        /// The ones made before those.
        var olderURIs: [[UInt8]: String] = [:]
        /// Secrets, in the forms that templates write; short ones are hidden only where a template put them.
        var secrets = SecretForms()
    }

    private let texts = Mutex(Texts())

    func hide(uri: String, as shown: String) {
        texts.withLock { texts in
            guard texts.secrets.removed(from: uri) != shown else { return }
            if texts.uris.count >= Self.knownURIs {
                texts.olderURIs = texts.uris
                texts.uris = [:]
            }
            texts.uris[Array(uri.utf8)] = shown
        }
    }

    func hide(secret: String) {
        guard secret.utf8.count >= SecretForms.shortest else { return }
        let bytes = Array(secret.utf8)
        let hex = Hexadecimal.encode(bytes)
        let base64 = (0..<3).map { Self.base64(of: bytes, behind: $0) }
        let forms =
            [secret, PercentEncoding.encode(secret), hex, hex.uppercased()] + base64
            + base64.map(Self.forURLs)
        texts.withLock { texts in
            for form in forms { texts.secrets.insert(form) }
        }
    }

    /// The characters of base64 (RFC 4648 section 4) that the bytes alone make where so many other bytes, modulo 3, stand
    /// before them.
    private static func base64(of bytes: [UInt8], behind count: Int) -> String {
        let text = Data(Array(repeating: 0, count: count) + bytes).base64EncodedString()
        let first = (8 * count + 5) / 6
        let end = 8 * (count + bytes.count) / 6
        return String(text.prefix(end).dropFirst(first))
    }

    /// The same in the alphabet of RFC 4648 section 5.
    private static func forURLs(_ base64: String) -> String {
        String(base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// A URI without what is hidden.
    func shown(_ uri: String) -> String {
        texts.withLock { texts in
            if !texts.uris.isEmpty {
                let bytes = Array(uri.utf8)
                if let shown = texts.uris[bytes] ?? texts.olderURIs[bytes] { return shown }
            }
            return texts.secrets.removed(from: uri)
        }
    }
}
