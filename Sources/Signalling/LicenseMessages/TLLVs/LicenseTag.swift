import Bitstreams
import TextFormats

/// The tag of a ``TLLV``, 8 bytes.
package struct LicenseTag: RawRepresentable, Hashable, Sendable {
    /// The 8 bytes, big endian.
    package let rawValue: UInt64

    /// Any tag, also one without a name here.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    // MARK: Of an SPC

    /// Session key and R1 under the device key, called SK..R1.
    package static let sessionBlock = LicenseTag(rawValue: 0x3d1a_10b8_bffa_c2ec)
    /// The bytes that the session block has to end in.
    package static let sessionIntegrity = LicenseTag(rawValue: 0xb349_d480_9e91_0687)
    /// The anti-replay seed.
    package static let antiReplaySeed = LicenseTag(rawValue: 0x89c9_0f12_2041_06b2)
    /// R2, from which the device key is derived.
    package static let r2 = LicenseTag(rawValue: 0x71b5_595a_c152_1133)
    /// The asset id, as the app gave it.
    package static let assetID = LicenseTag(rawValue: 0x1bf7_f53f_5d5d_5a1f)
    /// The transaction id.
    package static let transactionID = LicenseTag(rawValue: 0x47aa_7ad3_4405_77de)
    /// The protocol versions that the device could use.
    package static let supportedVersions = LicenseTag(rawValue: 0x67b8_fb79_ecce_1a13)
    /// The protocol version that the device uses.
    package static let usedVersion = LicenseTag(rawValue: 0x5d81_bcbc_c7f6_1703)
    /// The tags of what the answer has to return.
    package static let returnRequest = LicenseTag(rawValue: 0x19f9_d4e5_ab76_09cb)
    /// The streaming indicator.
    package static let streamingIndicator = LicenseTag(rawValue: 0xabb0_256a_3184_3974)
    /// The media playback state.
    package static let playbackState = LicenseTag(rawValue: 0xeb8e_fdf2_b25a_b3a0)
    /// The device's capabilities.
    package static let capabilities = LicenseTag(rawValue: 0x9c02_af32_53c0_7fb2)

    // MARK: Of a CKC

    /// IV and encrypted content key.
    package static let contentKey = LicenseTag(rawValue: 0x58b3_8165_af0e_3d5a)
    /// The request's R1.
    package static let r1 = LicenseTag(rawValue: 0xea74_c464_5d5e_fee9)
    /// Lease and rental duration.
    package static let keyDuration = LicenseTag(rawValue: 0x47ac_f6a4_18cd_091a)
    /// The HDCP requirement.
    package static let hdcp = LicenseTag(rawValue: 0x2e52_f153_0d8d_db4a)
    /// The terms of an offline key.
    package static let offlineKey = LicenseTag(rawValue: 0x6375_d972_7060_218c)

    /// The tags without which an SPC is none.
    package static let requiredInRequests: [LicenseTag] = [
        sessionBlock, sessionIntegrity, antiReplaySeed, r2, assetID, transactionID, supportedVersions,
        usedVersion, returnRequest,
    ]

    /// The tags that a CKC has of its own, which no request can ask to be returned.
    static let ofAnswers: [LicenseTag] = [contentKey, r1, keyDuration, hdcp, offlineKey]

    private static let names: [LicenseTag: String] = [
        sessionBlock: "SK_R1", sessionIntegrity: "SK_R1 integrity", antiReplaySeed: "AR seed", r2: "R2",
        assetID: "asset id", transactionID: "transaction id",
        supportedVersions: "protocol versions supported",
        usedVersion: "protocol version used", returnRequest: "return request",
        streamingIndicator: "streaming indicator", playbackState: "media playback state",
        capabilities: "capabilities", contentKey: "content key", r1: "R1", keyDuration: "key duration",
        hdcp: "HDCP", offlineKey: "offline key",
    ]

    /// Whether it has a name here; devices send others, too, which mean nothing to a server.
    package var isKnown: Bool { Self.names[self] != nil }

    /// Its name for people; `tag 0x…` if it has none.
    package var name: String { Self.names[self] ?? "tag 0x" + hexadecimal }

    /// Its 16 digits.
    package var hexadecimal: String { Hexadecimal.encode([UInt8](bigEndian: rawValue)) }
}
