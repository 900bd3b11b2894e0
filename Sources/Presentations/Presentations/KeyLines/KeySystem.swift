package import HLSPlaylists
package import KeySystems

/// A key system: what a `KEYFORMAT` names (RFC 8216bis 4.4.4.4).
package struct KeySystem: Hashable, Sendable, CustomStringConvertible {
    /// Its short name on command lines and in key records; that of an unknown system is its key format.
    package let name: String
    /// The value of `KEYFORMAT`.
    package let keyFormat: String

    /// FairPlay Streaming.
    package static let fairPlay = KeySystem(name: "fairplay", keyFormat: EncryptionKey.fairPlay)
    /// Widevine, by its DASH-IF system id.
    package static let widevine = KeySystem(name: "widevine", keyFormat: EncryptionKey.widevine)
    /// PlayReady.
    package static let playReady = KeySystem(name: "playready", keyFormat: EncryptionKey.playReady)
    /// The URI gives the bytes of the key.
    package static let identity = KeySystem(name: "identity", keyFormat: EncryptionKey.identity)

    /// The systems that have a short name.
    package static let named = [fairPlay, widevine, playReady, identity]

    private init(name: String, keyFormat: String) {
        self.name = name
        self.keyFormat = keyFormat
    }

    /// The system of a `KEYFORMAT`; UUIDs are the same in either case.
    package init(keyFormat: String) {
        let lowered = keyFormat.lowercased()
        self =
            Self.named.first { $0.keyFormat == keyFormat || ($0 == .widevine && $0.keyFormat == lowered) }
            ?? KeySystem(name: keyFormat, keyFormat: keyFormat)
    }

    /// The system of a short name, or of a `KEYFORMAT`; nil for a word that is neither.
    package init?(argument: String) {
        if let system = Self.named.first(where: { $0.name == argument }) {
            self = system
            return
        }
        // A key format is a reverse domain name or a URN; a single word is a slip of the pen.
        guard argument.contains(where: { $0 == "." || $0 == ":" }) else { return nil }
        self.init(keyFormat: argument)
    }

    /// The names of the systems that have one.
    package static var names: [String] { named.map(\.name) }

    /// The short name.
    package var description: String { name }

    /// The `KEYFORMATVERSIONS` that is written; nil for none, which means 1.
    package var keyFormatVersions: String? { self == .identity ? nil : "1" }

    /// Whether a key URI template can make its URIs: those of Widevine and PlayReady hold a document of the system.
    package var hasTemplateURIs: Bool { self != .widevine && self != .playReady }

    /// Whether its clients read fragmented MP4 only.
    package var isForFragmentsOnly: Bool { self == .widevine || self == .playReady }

    /// What `pssh` boxes call it; nil for FairPlay, which has none, and for systems that are not known here.
    package var protectionSystem: ProtectionSystem? {
        switch self {
        case .widevine: .widevine
        case .playReady: .playReady
        case .identity: .common
        default: nil
        }
    }

    /// Whether its keys can be of a method: FairPlay has cbcs and Apple's sample encryption, Widevine and PlayReady have
    /// common encryption.
    package func supports(_ method: ProtectionMethod) -> Bool {
        switch self {
        case .identity: true
        case .fairPlay: method == .sampleAES
        case .widevine, .playReady: method.scheme != nil
        default: false
        }
    }
}

extension EncryptionKey {
    /// The key system of the line.
    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }
}
