import ISOBaseMedia
import TextFormats

/// The protection of samples according to a sample entry or a sample group.
package struct SampleEntryProtection: Hashable, Sendable, Encodable {
    /// The scheme, such as `cbcs` or `cenc`; nil for a sample group, which does not have it.
    package let scheme: String?
    /// Indicates whether samples are encrypted; `tenc` or a sample group may say that they are not.
    package let isProtected: Bool
    /// The default_KID, or the KID of a sample group, as a UUID; nil without `tenc`.
    package let keyID: String?
    /// The numbers of encrypted and clear blocks of the pattern, such as `1:9`; nil without `tenc`.
    package let pattern: String?
    /// The size of per-sample IVs, in bytes; nil without `tenc`.
    package let perSampleIVSize: Int?
    /// The constant IV in hexadecimal, or nil if there is none.
    package let constantIV: String?

    init(scheme: FourCharacterCode?, _ encryption: TrackEncryption?) {
        self.scheme = scheme?.description
        isProtected = encryption?.isProtected ?? true
        keyID = encryption.map { IdentifierFormat.text($0.keyID) }
        pattern = encryption.map { "\($0.encryptedBlocks):\($0.skippedBlocks)" }
        perSampleIVSize = encryption?.perSampleIVSize
        constantIV = encryption?.constantIV.map { Hexadecimal.encode($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case scheme, pattern
        case isProtected = "is_protected"
        case keyID = "key_id"
        case perSampleIVSize = "sample_iv_size"
        case constantIV = "constant_iv"
    }
}
