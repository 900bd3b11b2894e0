package import Ciphers
package import FoundationEssentials

/// The checksum of a key in AES-CTR mode, by which a client notices a key of another id.
package enum PlayReadyChecksum {
    /// How many bytes it has.
    package static let byteCount = 8

    /// The checksum: the start of the key id, encrypted with the key in ECB mode (section 5 of the specification).
    ///
    /// - Parameters:
    ///   - keyID: the key's id.
    ///   - key: the key.
    /// - Returns: eight bytes, which give the key away to nobody.
    /// - Throws: `CipherError` from the library.
    package static func bytes(keyID: UUID, key: ContentKey) throws(CipherError) -> [UInt8] {
        let guid = PlayReadyGUID.bytes(of: keyID)
        // One block of CBC behind an initialization vector of zeros is ECB.
        let zeros = InitializationVector(mediaSequence: 0)
        let block = try CBCEncryptor.encrypt(guid.span, key: key, iv: zeros)
        return Array(block.prefix(byteCount))
    }
}
