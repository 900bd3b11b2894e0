package import ProtectionTerms

/// The content of `EXT-X-KEY` and `EXT-X-SESSION-KEY` (RFC 8216bis 4.4.4.4 and 4.4.6.5), without its
/// location.
package struct EncryptionKey: Hashable, Sendable {
    static let definition = TagDefinition(
        "EXT-X-KEY",
        in: .mediaSegment,
        section: "4.4.4.4",
        .attributes(attributes(methods: methodNames))
    )

    /// The names of the methods in the RFC.
    static let methodNames = ["NONE"] + ProtectionMethod.allCases.map(\.playlistName)

    /// Returns the attribute definitions of both key tags.
    ///
    /// `KEYID` is not in the RFC, but players with Widevine read it.
    static func attributes(methods: [String]) -> [AttributeDefinition] {
        [
            .required("METHOD", .enumeratedString(methods)),
            .optional("URI", .quotedString),
            .optional("KEYID", .hexadecimalSequence),
            .optional("IV", .hexadecimalSequence, since: 2),
            .optional("KEYFORMAT", .quotedString, since: 5),
            .optional("KEYFORMATVERSIONS", .quotedString, since: 5),
        ]
    }

    /// The `KEYFORMAT` of a key whose URI delivers the plain key bytes; the default.
    package static let identity = KeySystem.identity.keyFormat
    /// The `KEYFORMAT` of FairPlay Streaming.
    package static let fairPlay = KeySystem.fairPlay.keyFormat
    /// The `KEYFORMAT` of Widevine: the SystemID of its `pssh` boxes.
    package static let widevine = KeySystem.widevine.keyFormat
    /// The `KEYFORMAT` of PlayReady.
    package static let playReady = KeySystem.playReady.keyFormat
    /// The length of an IV, in bytes.
    package static let ivLength = 16

    /// The encryption method.
    package var method: Method
    /// The URI of the key, an opaque string with its variables replaced; nil only for `NONE`.
    package var uri: String?
    /// The key id, which Widevine lines have, or nil if it is absent or malformed.
    package var keyID: [UInt8]?
    /// The IV, 16 bytes, or nil if not written.
    package var iv: [UInt8]? {
        get { compactIV?.bytes }
        set { compactIV = newValue.map { KeyIV($0) } }
    }
    private var compactIV: KeyIV?
    /// The key format, which names the key system; "identity" if not written.
    package var keyFormat: String
    /// The versions of the key format as written, such as `1/2/5`, or nil if not written, which means 1.
    package var keyFormatVersions: String?

    /// Creates a key to write.
    package init(
        method: Method,
        uri: String?,
        keyID: [UInt8]? = nil,
        iv: [UInt8]? = nil,
        keyFormat: String = EncryptionKey.identity,
        keyFormatVersions: String? = nil
    ) {
        self.method = method
        self.uri = uri
        self.keyID = keyID
        compactIV = iv.map { KeyIV($0) }
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
    }

    /// The versions of the key format; `1` if not written.
    package var effectiveKeyFormatVersions: String { keyFormatVersions ?? "1" }

    /// The key with the default of `KEYFORMATVERSIONS` filled in and without `KEYID`, which the RFC does not
    /// compare.
    ///
    /// Keys with the same meaning are equal in this form.
    package var normalized: EncryptionKey {
        var key = self
        key.keyFormatVersions = effectiveKeyFormatVersions
        key.keyID = nil
        return key
    }

    /// Values of `METHOD`.
    package enum Method: Hashable, Sendable {
        /// No encryption: what follows is clear.
        case none
        /// A method of the RFC.
        case known(ProtectionMethod)
        /// Another method.
        case unknown(String)

        /// AES-128-CBC of whole segments.
        package static let aes128 = Self.known(.aes128)
        /// AES-128-CBC of parts of samples.
        package static let sampleAES = Self.known(.sampleAES)
        /// AES-128-CTR of parts of samples.
        package static let sampleAESCTR = Self.known(.sampleAESCTR)
        /// AES-256-GCM of whole segments.
        package static let aes256GCM = Self.known(.aes256GCM)

        private static let nameOfNone = "NONE"

        /// Creates the method with a name.
        package init(name: String) {
            self =
                if name == Self.nameOfNone {
                    .none
                } else if let method = ProtectionMethod(playlistName: name) {
                    .known(method)
                } else {
                    .unknown(name)
                }
        }

        /// The name as written.
        package var name: String {
            switch self {
            case .none: Self.nameOfNone
            case .known(let method): method.playlistName
            case .unknown(let name): name
            }
        }
    }
}

/// The IV of a key line without an array of its own, because a playlist may have one for each segment.
enum KeyIV: Hashable, Sendable {
    case sixteen(UInt64, UInt64)
    /// An IV of another length, which no player accepts.
    case other([UInt8])

    init(_ bytes: [UInt8]) {
        guard bytes.count == EncryptionKey.ivLength else {
            self = .other(bytes)
            return
        }
        let halves = [bytes[..<8], bytes[8...]].map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        self = .sixteen(halves[0], halves[1])
    }

    var bytes: [UInt8] {
        switch self {
        case .sixteen(let high, let low):
            [high, low].flatMap { half in
                stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
            }
        case .other(let bytes): bytes
        }
    }
}
