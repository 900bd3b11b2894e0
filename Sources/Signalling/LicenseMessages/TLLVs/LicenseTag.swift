import Bitstreams
import TextFormats

/// The tag of a ``TLLV``, 8 bytes.
package struct LicenseTag: RawRepresentable, Hashable, Sendable {
    /// The 8 bytes as a big-endian number.
    package let rawValue: UInt64

    /// Creates any tag, including one without a name.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    // MARK: Tags of an SPC

    /// The session block, called SK..R1: the session's secrets, encrypted under the device key.
    static let sessionBlock = LicenseTag(rawValue: 0x3d1a_10b8_bffa_c2ec)
    /// The integrity bytes at the end of the session block.
    package static let sessionIntegrity = LicenseTag(rawValue: 0xb349_d480_9e91_0687)
    /// The anti-replay seed.
    static let antiReplaySeed = LicenseTag(rawValue: 0x89c9_0f12_2041_06b2)
    /// R2, from which the device key is derived.
    package static let r2 = LicenseTag(rawValue: 0x71b5_595a_c152_1133)
    /// The asset id that the app set.
    package static let assetID = LicenseTag(rawValue: 0x1bf7_f53f_5d5d_5a1f)
    /// The transaction id.
    package static let transactionID = LicenseTag(rawValue: 0x47aa_7ad3_4405_77de)
    /// The protocol versions that the device supports.
    static let supportedVersions = LicenseTag(rawValue: 0x67b8_fb79_ecce_1a13)
    /// The protocol version that the device uses.
    package static let usedVersion = LicenseTag(rawValue: 0x5d81_bcbc_c7f6_1703)
    /// The tags of the TLLVs that the answer must return.
    package static let returnRequest = LicenseTag(rawValue: 0x19f9_d4e5_ab76_09cb)
    /// The streaming indicator: the display that the device plays to.
    static let streamingIndicator = LicenseTag(rawValue: 0xabb0_256a_3184_3974)
    /// The media playback state.
    static let playbackState = LicenseTag(rawValue: 0xeb8e_fdf2_b25a_b3a0)
    /// The device's capabilities.
    static let capabilities = LicenseTag(rawValue: 0x9c02_af32_53c0_7fb2)

    // MARK: Tags of a CKC

    /// The IV and the encrypted content key.
    package static let contentKey = LicenseTag(rawValue: 0x58b3_8165_af0e_3d5a)
    /// R1, repeated from the request.
    package static let r1 = LicenseTag(rawValue: 0xea74_c464_5d5e_fee9)
    /// The lease and rental duration.
    package static let keyDuration = LicenseTag(rawValue: 0x47ac_f6a4_18cd_091a)
    /// The HDCP requirement.
    package static let hdcp = LicenseTag(rawValue: 0x2e52_f153_0d8d_db4a)
    /// The terms of an offline key.
    static let offlineKey = LicenseTag(rawValue: 0x6375_d972_7060_218c)

    /// The tags that every SPC must have.
    package static let requiredInRequests: [LicenseTag] = [
        sessionBlock, sessionIntegrity, antiReplaySeed, r2, assetID, transactionID, supportedVersions,
        usedVersion, returnRequest,
    ]

    /// The tags that a CKC has itself, so that no request can ask for their return.
    static let reservedForAnswers: [LicenseTag] = [contentKey, r1, keyDuration, hdcp, offlineKey]

    private static let names: [LicenseTag: String] = [
        sessionBlock: "SK_R1", sessionIntegrity: "SK_R1 integrity", antiReplaySeed: "AR seed", r2: "R2",
        assetID: "asset id", transactionID: "transaction id",
        supportedVersions: "protocol versions supported",
        usedVersion: "protocol version used", returnRequest: "return request",
        streamingIndicator: "streaming indicator", playbackState: "media playback state",
        capabilities: "capabilities", contentKey: "content key", r1: "R1", keyDuration: "key duration",
        hdcp: "HDCP", offlineKey: "offline key",
    ]

    /// Indicates whether the tag has a name here; devices send others too, which servers ignore.
    package var isKnown: Bool { Self.names[self] != nil }

    /// The name for people, or `tag 0x…` if the tag has none.
    package var name: String { Self.names[self] ?? "tag 0x" + hexadecimal }

    /// The 16 hexadecimal digits of the tag.
    var hexadecimal: String { Hexadecimal.encode([UInt8](bigEndian: rawValue)) }
}
