import ISOBaseMedia
import TextFormats

/// How samples are encrypted, as a sample entry or a sample group says.
package struct SampleEntryProtection: Hashable, Sendable, Encodable {
    /// `cbcs`, `cenc` or another scheme; nil in a sample group, which does not say.
    package let scheme: String?
    /// Whether samples are encrypted; a sample group may say that they are not.
    package let isProtected: Bool
    /// default_KID, or KID of a group, as a UUID; nil without `tenc`.
    package let keyID: String?
    /// Encrypted and clear blocks in turn: "1:9"; nil without `tenc`.
    package let pattern: String?
    /// Bytes of each sample's initialization vector; nil without `tenc`.
    package let sampleVectorSize: Int?
    /// The constant initialization vector, in hexadecimal; nil where there is none.
    package let constantVector: String?

    init(scheme: FourCharacterCode?, _ encryption: TrackEncryption?) {
        self.scheme = scheme?.description
        isProtected = encryption?.isProtected ?? true
        keyID = encryption.map { IdentifierText.text($0.keyID) }
        pattern = encryption.map { "\($0.encryptedBlocks):\($0.skippedBlocks)" }
        sampleVectorSize = encryption?.sampleVectorSize
        constantVector = encryption?.constantVector.map { Hexadecimal.encode($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case scheme, pattern
        case isProtected = "is_protected"
        case keyID = "key_id"
        case sampleVectorSize = "sample_iv_size"
        case constantVector = "constant_iv"
    }
}
