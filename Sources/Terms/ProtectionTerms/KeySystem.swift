package import FoundationEssentials

/// A key system, identified by its `KEYFORMAT` (RFC 8216bis 4.4.4.4).
///
/// A new system with a short name needs a constant here and a place in `namedSystems`. If it has a document, it
/// also needs a case of `ProtectionSystem`, from which the compiler names the rest.
package struct KeySystem: Sendable, CustomStringConvertible {
    /// The short name on command lines, in templates and in key records, or the key format if the system is
    /// unknown.
    package let name: String
    /// The name in messages.
    package let title: String
    /// The value of `KEYFORMAT`.
    package let keyFormat: String
    /// The DASH-IF ids (dashif.org/identifiers/content_protection); the first is written, all are read.
    package let systemIDs: [UUID]
    /// The methods that keys of the system can be used with.
    package let methods: [ProtectionMethod]
    /// The `KEYFORMATVERSIONS` to write, or nil if the attribute is omitted, which means 1.
    package let keyFormatVersions: String?
    /// Indicates whether the key URIs of the system contain a document of its own, such as a `pssh` box.
    ///
    /// No key URI template can produce such URIs. `pssh` boxes name the system, and its clients play
    /// fragmented MP4 only.
    package let hasDocument: Bool
    /// Indicates whether key lines of the system name the key id in `KEYID`.
    package let hasKeyIDAttribute: Bool

    /// FairPlay Streaming, with cbcs and Apple's sample encryption.
    package static let fairPlay = KeySystem(
        "fairplay",
        "FairPlay",
        keyFormat: "com.apple.streamingkeydelivery",
        systemIDs: "94ce86fb-07ff-4f43-adb8-93d2fa968ca2",
        methods: [.sampleAES]
    )
    /// Widevine, with common encryption; its key format contains the DASH-IF system id.
    package static let widevine = KeySystem(
        "widevine",
        "Widevine",
        keyFormat: "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
        systemIDs: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
        methods: ProtectionMethod.allCases.filter(\.encryptsSamples),
        hasDocument: true,
        hasKeyIDAttribute: true
    )
    /// PlayReady, with common encryption.
    package static let playReady = KeySystem(
        "playready",
        "PlayReady",
        keyFormat: "com.microsoft.playready",
        systemIDs: "9a04f079-9840-4286-ab92-e65be0885f95",
        methods: ProtectionMethod.allCases.filter(\.encryptsSamples),
        hasDocument: true
    )
    /// Identity keys, whose URI returns the bytes of the key.
    ///
    /// AWS has one id for this system in SPEKE v2 and another in v1.
    package static let identity = KeySystem(
        "identity",
        "identity",
        keyFormat: "identity",
        systemIDs: "3ea8778f-7742-4bf9-b18b-e834b2acbd47",
        "81376844-f976-481e-a84e-cc25d39b0b33",
        methods: ProtectionMethod.allCases,
        keyFormatVersions: nil
    )

    /// The systems that have a short name, in the order of listings.
    package static let namedSystems = [fairPlay, widevine, playReady, identity]

    /// The id of W3C's common system in `pssh` boxes, which contain key ids only
    /// (www.w3.org/TR/eme-initdata-cenc).
    package static let commonSystemID = id("1077efec-c0b2-4d02-ace3-3c1e52e2fb4b")

    private init(
        _ name: String,
        _ title: String,
        keyFormat: String,
        systemIDs: String...,
        methods: [ProtectionMethod],
        keyFormatVersions: String? = "1",
        hasDocument: Bool = false,
        hasKeyIDAttribute: Bool = false
    ) {
        self.name = name
        self.title = title
        self.keyFormat = keyFormat
        self.systemIDs = systemIDs.map(Self.id)
        self.methods = methods
        self.keyFormatVersions = keyFormatVersions
        self.hasDocument = hasDocument
        self.hasKeyIDAttribute = hasKeyIDAttribute
    }

    /// Creates a system without a short name.
    private init(unknown keyFormat: String) {
        self.init(keyFormat, keyFormat, keyFormat: keyFormat, methods: [])
    }

    /// Creates the system of a `KEYFORMAT`; the UUID of Widevine may have upper-case letters.
    package init(keyFormat: String) {
        let lowered = keyFormat.lowercased()
        self =
            Self.namedSystems.first {
                $0.keyFormat == keyFormat || ($0 == .widevine && $0.keyFormat == lowered)
            }
            ?? KeySystem(unknown: keyFormat)
    }

    /// Creates the system that a key record names.
    package init(recordName name: String) {
        self = Self.namedSystems.first { $0.name == name } ?? KeySystem(unknown: name)
    }

    /// Creates the system of a short name or of a `KEYFORMAT`, or nil if the word is neither.
    package init?(argument: String) {
        if let system = Self.namedSystems.first(where: { $0.name == argument }) {
            self = system
            return
        }
        // A key format is a reverse domain name or a URN; a single word is a typing error.
        guard argument.contains(where: { $0 == "." || $0 == ":" }) else { return nil }
        self.init(keyFormat: argument)
    }

    /// The short names of the systems that have one.
    package static var names: [String] { namedSystems.map(\.name) }

    /// The short name.
    package var description: String { name }

    /// The first DASH-IF id, or nil if the system is unknown.
    package var systemID: UUID? { systemIDs.first }

    /// The first DASH-IF id as a URN in lower case, or nil if the system is unknown.
    ///
    /// Some packagers write it as `KEYFORMAT`.
    package var urn: String? { systemID.map { "urn:uuid:" + $0.uuidString.lowercased() } }

    /// Indicates whether a key URI template can produce the key URIs of the system.
    package var hasTemplateURIs: Bool { !hasDocument }

    /// Indicates whether clients of the system play fragmented MP4 only.
    package var requiresFragmentedMP4: Bool { hasDocument }

    /// Indicates whether keys of the system can be used with a method.
    package func supports(_ method: ProtectionMethod) -> Bool { methods.contains(method) }

    private static func id(_ text: String) -> UUID {
        guard let id = UUID(uuidString: text) else { preconditionFailure("The table has UUIDs") }
        return id
    }
}

extension KeySystem: Hashable {
    /// Compares the key formats, which are unique.
    package static func == (left: Self, right: Self) -> Bool { left.keyFormat == right.keyFormat }

    package func hash(into hasher: inout Hasher) { hasher.combine(keyFormat) }
}
