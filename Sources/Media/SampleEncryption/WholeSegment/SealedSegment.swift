package import Ciphers
import ProtectionTerms

/// AES-256-GCM of HLS: each segment is a message of its own, with its vector in front and its tag behind.
///
/// A segment is a file, a byte range of a file, or an initialization section. Source: RFC 8216bis 4.4.4.4, draft 19 on.
package enum SealedSegment {
    /// The bytes in the file of a segment with `clearLength` bytes: vector, ciphertext, tag.
    ///
    /// The caller has checked that `clearLength` is the size of a file, so that no overflow can happen.
    package static func length(ofClear clearLength: UInt64) -> UInt64 {
        clearLength + UInt64(SegmentGCM.overheadByteCount)
    }
}

/// The vectors of segments under one key of AES-256-GCM.
///
/// One vector over two messages gives both away, and the key that authenticates all others. So it is derived from the place
/// and from the bytes: other media at a place get another vector, the same media at another place, too, and the same media
/// at the same place the same bytes for ever. The bytes are taken by a code (GMAC) under a key of its own, that is derived
/// from the content key: it does not depend on the store that the key is in.
///
///     digest key = SP 800-108(content key, label "fairlead aes-256-gcm digest key"), 16 bytes
///     vector key = SP 800-108(content key, label "fairlead aes-256-gcm vector key"), 32 bytes
///     vector     = the first 16 bytes of HMAC-SHA256(vector key, label "fairlead aes-256-gcm CONTENT iv", 0, and, each
///                  behind its length: the fields of the key's identity, rendition, path, ordinal, length, digest)
package struct SealedSegmentVectors: Sendable {
    /// The key of the code over a segment's clear bytes (`MediaAuthenticationCode`).
    package let digestKey: ContentKey
    private let vectorKey: ContentKey
    private let identity: [[UInt8]]

    /// The vectors under a content key.
    ///
    /// - Parameters:
    ///   - key: the content key, 32 bytes.
    ///   - identity: what the key is for. It keeps apart titles that were given the same key.
    /// - Throws: `CipherError` for a bug.
    package init(under key: ContentKey, of identity: [[UInt8]]) throws(CipherError) {
        digestKey = try key.derived(.sealedDigestKey, length: .bits128)
        vectorKey = try key.derived(.sealedVectorKey, length: .bits256)
        self.identity = identity
    }

    /// The vector of a segment.
    ///
    /// - Parameters:
    ///   - place: where it stands.
    ///   - length: its clear bytes.
    ///   - digest: the code over them, under ``digestKey``.
    /// - Returns: the same for the same, for ever.
    package func vector(at place: SegmentPlace, length: UInt64, digest: [UInt8]) -> InitializationVector {
        let bigEndianLength = (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        return .derived(
            from: vectorKey,
            label: place.content == .segment ? .sealedSegmentIV : .sealedInitializationIV,
            context: identity + place.fields + [bigEndianLength, digest]
        )
    }
}
