package import ProtectionTerms

/// The content of `EXT-X-KEY` and `EXT-X-SESSION-KEY` (RFC 8216bis 4.4.4.4 and 4.4.6.5), without its place.
package struct EncryptionKey: Hashable, Sendable {
    static let definition = TagDefinition(
        "EXT-X-KEY",
        in: .mediaSegment,
        section: "4.4.4.4",
        .attributes(attributes(methods: methodNames))
    )

    /// The names of the methods that the RFC has.
    static let methodNames = ["NONE"] + ProtectionMethod.allCases.map(\.playlistName)

    /// The attributes of both key tags; `KEYID` is not of the RFC, but players of Widevine read it.
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

    /// The `KEYFORMAT` of a key that the URI gives as 16 bytes; the default.
    package static let identity = KeySystem.identity.keyFormat
    /// The `KEYFORMAT` of FairPlay Streaming.
    package static let fairPlay = KeySystem.fairPlay.keyFormat
    /// The `KEYFORMAT` of Widevine: the SystemID of its `pssh` boxes.
    package static let widevine = KeySystem.widevine.keyFormat
    /// The `KEYFORMAT` of PlayReady.
    package static let playReady = KeySystem.playReady.keyFormat
    /// The number of bytes of an initialization vector.
    package static let ivLength = 16

    /// How segments are encrypted.
    package var method: Method
    /// Where the key is, an opaque string with its variables replaced; nil for `NONE` only.
    package var uri: String?
    /// The id of the key, which lines of Widevine say; nil when not written, or not in hexadecimal digits.
    package var keyID: [UInt8]?
    /// The initialization vector, 16 bytes; nil when not written.
    package var iv: [UInt8]? {
        get { compactIV?.bytes }
        set { compactIV = newValue.map { KeyIV($0) } }
    }
    private var compactIV: KeyIV?
    /// The key system; "identity" when not written.
    package var keyFormat: String
    /// The versions of the key system as written, `1/2/5`; nil when not written, which means 1.
    package var keyFormatVersions: String?

    /// A key to write.
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

    /// The versions of the key system; those of an absent attribute are those of `1`.
    package var effectiveKeyFormatVersions: String { keyFormatVersions ?? "1" }

    /// The key with the default of `KEYFORMATVERSIONS` written and without `KEYID`, which the RFC does not compare, so that
    /// keys which mean the same are equal.
    package var normalized: EncryptionKey {
        var key = self
        key.keyFormatVersions = effectiveKeyFormatVersions
        key.keyID = nil
        return key
    }

    /// Values of `METHOD`.
    package enum Method: Hashable, Sendable {
        /// What follows is clear.
        case none
        /// A method of the RFC.
        case known(ProtectionMethod)
        /// Another method.
        case unknown(String)

        /// Whole segments in AES-128-CBC.
        package static let aes128 = Self.known(.aes128)
        /// Parts of samples in AES-128-CBC.
        package static let sampleAES = Self.known(.sampleAES)
        /// Parts of samples in AES-128-CTR.
        package static let sampleAESCTR = Self.known(.sampleAESCTR)
        /// Whole segments in AES-256-GCM.
        package static let aes256GCM = Self.known(.aes256GCM)

        private static let nameOfNone = "NONE"

        /// The method with a name.
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

        /// The name, as written.
        package var name: String {
            switch self {
            case .none: Self.nameOfNone
            case .known(let method): method.playlistName
            case .unknown(let name): name
            }
        }
    }
}
