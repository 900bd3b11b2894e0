import FoundationEssentials
import Synchronization
import TextFormats

/// The parts of key URIs that no message of this process may show.
///
/// There is one list per process and not per run, so that no message can bypass it.
final class HiddenTexts: Sendable {
    static let shared = HiddenTexts()

    /// The number of most recent URIs that are kept at least; the runs of a long process may render more.
    private static let keptURICount = 32_768

    private struct Texts {
        /// The display form of rendered URIs, by their UTF-8 bytes, where hiding `secrets` does not yield it.
        var uris: [[UInt8]: String] = [:]
        /// The URIs recorded before those in `uris`.
        var olderURIs: [[UInt8]: String] = [:]
        /// The secrets in all encodings of templates; short ones are hidden only where a template inserted
        /// them.
        var secrets = SecretForms()
    }

    private let texts = Mutex(Texts())

    func hide(uri: String, as displayForm: String) {
        texts.withLock { texts in
            guard texts.secrets.redacted(uri) != displayForm else { return }
            if texts.uris.count >= Self.keptURICount {
                texts.olderURIs = texts.uris
                texts.uris = [:]
            }
            texts.uris[Array(uri.utf8)] = displayForm
        }
    }

    func hide(secret: String) {
        guard secret.utf8.count >= SecretForms.minimumLength else { return }
        let bytes = Array(secret.utf8)
        let hex = Hexadecimal.encode(bytes)
        let base64 = (0..<3).map { Self.base64(of: bytes, after: $0) }
        let forms =
            [secret, PercentEncoding.encode(secret), hex, hex.uppercased()] + base64
            + base64.map(Self.forURLs)
        texts.withLock { texts in
            for form in forms { texts.secrets.insert(form) }
        }
    }

    /// Returns the base64 characters (RFC 4648 section 4) that depend on these bytes alone if
    /// `precedingCount` other bytes (modulo 3) precede them.
    private static func base64(of bytes: [UInt8], after precedingCount: Int) -> String {
        let text = Data(Array(repeating: 0, count: precedingCount) + bytes).base64EncodedString()
        let start = (8 * precedingCount + 5) / 6
        let end = 8 * (precedingCount + bytes.count) / 6
        return String(text.prefix(end).dropFirst(start))
    }

    /// Returns the text in the base64 alphabet for URLs (RFC 4648 section 5).
    private static func forURLs(_ base64: String) -> String {
        String(base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// Returns a URI with its hidden parts replaced by `…`.
    func redacted(_ uri: String) -> String {
        texts.withLock { texts in
            if !texts.uris.isEmpty {
                let bytes = Array(uri.utf8)
                if let displayForm = texts.uris[bytes] ?? texts.olderURIs[bytes] { return displayForm }
            }
            return texts.secrets.redacted(uri)
        }
    }
}

/// A set of secret texts that are found in one pass over a URI, however many there are.
struct SecretForms {
    /// The minimum length of a text, in bytes; shorter ones would match everywhere.
    static let minimumLength = 4

    private static let ellipsis = Array("…".utf8)

    /// The texts by their first four bytes, the longest first.
    private var byStart: [UInt32: [[UInt8]]] = [:]

    mutating func insert(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.minimumLength else { return }
        var forms = byStart[Self.start(of: bytes, at: 0)] ?? []
        guard !forms.contains(bytes) else { return }
        forms.insert(bytes, at: forms.firstIndex { $0.count < bytes.count } ?? forms.endIndex)
        byStart[Self.start(of: bytes, at: 0)] = forms
    }

    /// Returns a text with `…` in place of each secret, the longest if several begin at one position.
    func redacted(_ text: String) -> String {
        guard !byStart.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var redactedBytes: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let form = form(in: bytes, at: index) {
                redactedBytes += Self.ellipsis
                index += form.count
            } else {
                redactedBytes.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: redactedBytes, as: UTF8.self)
    }

    private func form(in bytes: [UInt8], at index: Int) -> [UInt8]? {
        guard index + Self.minimumLength <= bytes.count else { return nil }
        return byStart[Self.start(of: bytes, at: index)]?.first { bytes[index...].starts(with: $0) }
    }

    private static func start(of bytes: [UInt8], at index: Int) -> UInt32 {
        bytes[index..<index + minimumLength].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
