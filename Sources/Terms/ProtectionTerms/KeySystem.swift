package import FoundationEssentials

/// A key system: what a `KEYFORMAT` names (RFC 8216bis 4.4.4.4).
///
/// A new system that is to have a short name is a row, and its place in `named`.
package struct KeySystem: Sendable, CustomStringConvertible {
    /// Its short name on command lines, in templates and in key records; that of an unknown system is its key format.
    package let name: String
    /// Its name in messages.
    package let title: String
    /// The value of `KEYFORMAT`.
    package let keyFormat: String
    /// DASH-IF ids (dashif.org/identifiers/content_protection); the first is written, all are read.
    package let systemIDs: [UUID]
    /// The methods that its keys can be of.
    package let methods: [ProtectionMethod]
    /// The `KEYFORMATVERSIONS` that is written; nil for none, which means 1.
    package let keyFormatVersions: String?
    /// Whether `pssh` boxes name it and its key URIs hold a document of its own, which no key URI template makes; its clients
    /// read fragmented MP4 only.
    private let hasDocument: Bool

    /// FairPlay Streaming, which has cbcs and Apple's sample encryption.
    package static let fairPlay = KeySystem(
        "fairplay",
        "FairPlay",
        keyFormat: "com.apple.streamingkeydelivery",
        systemIDs: "94ce86fb-07ff-4f43-adb8-93d2fa968ca2",
        methods: [.sampleAES]
    )
    /// Widevine, by its DASH-IF system id; it has common encryption.
    package static let widevine = KeySystem(
        "widevine",
        "Widevine",
        keyFormat: "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
        systemIDs: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
        methods: ProtectionMethod.allCases.filter(\.encryptsSamples),
        hasDocument: true
    )
    /// PlayReady, which has common encryption.
    package static let playReady = KeySystem(
        "playready",
        "PlayReady",
        keyFormat: "com.microsoft.playready",
        systemIDs: "9a04f079-9840-4286-ab92-e65be0885f95",
        methods: ProtectionMethod.allCases.filter(\.encryptsSamples),
        hasDocument: true
    )
    /// The URI gives the bytes of the key; AWS has one id for it in SPEKE v2 and another in v1.
    package static let identity = KeySystem(
        "identity",
        "identity",
        keyFormat: "identity",
        systemIDs: "3ea8778f-7742-4bf9-b18b-e834b2acbd47",
        "81376844-f976-481e-a84e-cc25d39b0b33",
        methods: ProtectionMethod.allCases,
        keyFormatVersions: nil
    )

    /// The systems that have a short name, in the order in which they are listed.
    package static let named = [fairPlay, widevine, playReady, identity]

    /// The common system of W3C in `pssh` boxes: key ids and nothing else (www.w3.org/TR/eme-initdata-cenc).
    package static let commonSystemID = id("1077efec-c0b2-4d02-ace3-3c1e52e2fb4b")

    private init(
        _ name: String,
        _ title: String,
        keyFormat: String,
        systemIDs: String...,
        methods: [ProtectionMethod],
        keyFormatVersions: String? = "1",
        hasDocument: Bool = false
    ) {
        self.name = name
        self.title = title
        self.keyFormat = keyFormat
        self.systemIDs = systemIDs.map(Self.id)
        self.methods = methods
        self.keyFormatVersions = keyFormatVersions
        self.hasDocument = hasDocument
    }

    /// A system that has no short name.
    private init(unknown keyFormat: String) {
        self.init(keyFormat, keyFormat, keyFormat: keyFormat, methods: [])
    }

    /// The system of a `KEYFORMAT`; UUIDs are the same in either case.
    package init(keyFormat: String) {
        let lowered = keyFormat.lowercased()
        self =
            Self.named.first { $0.keyFormat == keyFormat || ($0 == .widevine && $0.keyFormat == lowered) }
            ?? KeySystem(unknown: keyFormat)
    }

    /// The system of a key record.
    package init(recordName name: String) {
        self = Self.named.first { $0.name == name } ?? KeySystem(unknown: name)
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

    /// The first of its ids; nil for a system that is not known here.
    package var systemID: UUID? { systemIDs.first }

    /// Its first id as a URN, in lower case, which some write as `KEYFORMAT`; nil for a system that is not known here.
    package var urn: String? { systemID.map { "urn:uuid:" + $0.uuidString.lowercased() } }

    /// Whether a key URI template can make its URIs.
    package var hasTemplateURIs: Bool { !hasDocument }

    /// Whether its clients read fragmented MP4 only.
    package var isForFragmentsOnly: Bool { hasDocument }

    /// Whether its keys can be of a method.
    package func supports(_ method: ProtectionMethod) -> Bool { methods.contains(method) }

    private static func id(_ text: String) -> UUID {
        guard let id = UUID(uuidString: text) else { preconditionFailure("The table has UUIDs") }
        return id
    }
}

extension KeySystem: Hashable {
    /// Compares systems by their key formats, of which each has its own.
    package static func == (left: Self, right: Self) -> Bool { left.keyFormat == right.keyFormat }

    /// Hashes the key format.
    package func hash(into hasher: inout Hasher) { hasher.combine(keyFormat) }
}
