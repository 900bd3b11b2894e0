import COpenSSL

/// SHA-512 (FIPS 180-4) of messages in memory.
package enum SHA512 {
    /// Size of a digest.
    package static let byteCount = 64

    /// The 64 bytes of the digest of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        // No input makes it fail, as with SHA-256.
        guard unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha512(), nil) == 1 else {
            fatalError("SHA-512 of OpenSSL failed")
        }
        return digest
    }
}
