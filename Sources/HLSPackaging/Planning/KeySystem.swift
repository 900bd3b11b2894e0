package import HLSPlaylists

/// A key system: what a `KEYFORMAT` names (RFC 8216bis 4.4.4.4).
package struct KeySystem: Hashable, Sendable, CustomStringConvertible {
    /// Its short name on command lines and in key records; that of an unknown system is its key format.
    package let name: String
    /// The value of `KEYFORMAT`.
    package let keyFormat: String

    /// FairPlay Streaming.
    package static let fairPlay = KeySystem(name: "fairplay", keyFormat: EncryptionKey.fairPlay)
    /// Widevine, by its DASH-IF system id.
    package static let widevine = KeySystem(
        name: "widevine",
        keyFormat: "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
    )
    /// PlayReady.
    package static let playReady = KeySystem(name: "playready", keyFormat: "com.microsoft.playready")
    /// The URI gives the 16 bytes of the key.
    package static let identity = KeySystem(name: "identity", keyFormat: EncryptionKey.identity)

    private static let known = [fairPlay, widevine, playReady, identity]

    private init(name: String, keyFormat: String) {
        self.name = name
        self.keyFormat = keyFormat
    }

    /// The system of a `KEYFORMAT`; UUIDs are the same in either case.
    package init(keyFormat: String) {
        let lowered = keyFormat.lowercased()
        self =
            Self.known.first { $0.keyFormat == keyFormat || ($0 == .widevine && $0.keyFormat == lowered) }
            ?? KeySystem(name: keyFormat, keyFormat: keyFormat)
    }

    /// The system of a short name, or of a `KEYFORMAT`; nil for a word that is neither.
    package init?(argument: String) {
        if let system = Self.known.first(where: { $0.name == argument }) {
            self = system
            return
        }
        // A key format is a reverse domain name or a URN; a single word is a slip of the pen.
        guard argument.contains(where: { $0 == "." || $0 == ":" }) else { return nil }
        self.init(keyFormat: argument)
    }

    /// The names of the systems that have one.
    package static var names: [String] { known.map(\.name) }

    /// The short name.
    package var description: String { name }

    /// The `KEYFORMATVERSIONS` that is written; nil for none, which means 1.
    package var keyFormatVersions: String? { self == .identity ? nil : "1" }

    /// Whether a key URI template can make its URIs: those of Widevine and PlayReady hold a document of the system.
    package var hasTemplateURIs: Bool { self != .widevine && self != .playReady }
}

extension EncryptionKey {
    /// The key system of the line.
    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }
}
