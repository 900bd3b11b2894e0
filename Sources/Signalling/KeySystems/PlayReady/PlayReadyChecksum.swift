package import Ciphers
package import FoundationEssentials

/// The PlayReady checksum of a key in AES-CTR mode, which lets a client detect a key that does not belong to
/// the key id.
package enum PlayReadyChecksum {
    /// The size of the checksum, in bytes.
    static let byteCount = 8

    /// Calculates the checksum: the start of the key id, encrypted with the key in ECB mode (section 5 of the
    /// specification).
    ///
    /// - Parameters:
    ///   - keyID: the id of the key.
    ///   - key: the key.
    /// - Returns: eight bytes, which do not reveal the key.
    /// - Throws: `CipherError` if OpenSSL fails.
    package static func bytes(keyID: UUID, key: ContentKey) throws(CipherError) -> [UInt8] {
        let guid = PlayReadyGUID.bytes(of: keyID)
        // A single block in CBC mode with an IV of zeros equals ECB.
        let zeros = InitializationVector(mediaSequence: 0)
        let block = try CBCEncryptor.encrypt(guid.span, key: key, iv: zeros)
        return Array(block.prefix(byteCount))
    }
}
