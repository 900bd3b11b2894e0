package import Ciphers
import ProtectionTerms

/// The layout of AES-256-GCM in HLS: each media resource is a message of its own, with its IV before it and
/// its tag after it.
///
/// A media resource is a file, a byte range of a file, or an initialization section. Source: RFC 8216bis
/// 4.4.4.4, draft 19 on.
package enum GCMSegmentLayout {
    /// Returns the encrypted length of a media resource with `clearLength` bytes: IV, ciphertext, tag.
    ///
    /// The caller must have checked that `clearLength` is at most the size of a file, so that nothing
    /// overflows.
    package static func length(ofClear clearLength: UInt64) -> UInt64 {
        clearLength + UInt64(SegmentGCM.overheadByteCount)
    }
}

/// The derivation of IVs under one AES-256-GCM key.
///
/// One IV for two messages reveals both, and the key that authenticates all others. So the IV is derived from
/// the location and the bytes: other media at the same location and the same media at another location get
/// another IV; the same media at the same location always give the same bytes. The bytes enter as a MAC
/// (GMAC) whose key is derived from the content key, so that the IV does not depend on the key store.
///
///     digest key = SP 800-108(content key, label "fairlead aes-256-gcm digest key"), 16 bytes
///     IV key     = SP 800-108(content key, label "fairlead aes-256-gcm vector key"), 32 bytes
///     IV         = the first 16 bytes of HMAC-SHA256(IV key, label "fairlead aes-256-gcm CONTENT iv", 0,
///                  and, each after its length: the fields of the key's identity, rendition, path, ordinal,
///                  length, MAC)
///
/// CONTENT is "segment" or "initialization".
package struct GCMSegmentIVs: Sendable {
    /// The key of the MAC over the clear bytes of a media resource (`MediaAuthenticationCode`).
    package let digestKey: ContentKey
    private let ivKey: ContentKey
    private let identity: [[UInt8]]

    /// Derives the keys for the IVs from a content key.
    ///
    /// - Parameters:
    ///   - key: the content key, 32 bytes.
    ///   - identity: the purpose of the key, which gives titles with the same key different IVs.
    /// - Throws: `CipherError` only for a bug.
    package init(under key: ContentKey, of identity: [[UInt8]]) throws(CipherError) {
        digestKey = try key.derived(.gcmMACKey, length: .bits128)
        ivKey = try key.derived(.gcmIVKey, length: .bits256)
        self.identity = identity
    }

    /// Returns the IV of a media resource.
    ///
    /// - Parameters:
    ///   - context: the location of the media resource.
    ///   - length: the length of the clear bytes.
    ///   - mac: the MAC of the clear bytes, under ``digestKey``.
    /// - Returns: an IV of 16 bytes, always the same for the same arguments.
    package func iv(at context: IVContext, length: UInt64, mac: [UInt8]) -> InitializationVector {
        let bigEndianLength = (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        return .derived(
            from: ivKey,
            label: context.content == .segment ? .gcmSegmentIV : .gcmInitializationIV,
            context: identity + context.fields + [bigEndianLength, mac]
        )
    }
}
