import COpenSSL

/// SHA-512 (FIPS 180-4) of messages in memory.
package enum SHA512 {
    /// The size of a digest, in bytes.
    static let byteCount = 64

    /// Returns the digest of `bytes`, 64 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        // As with SHA-256, no input makes it fail.
        guard unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha512(), nil) == 1 else {
            fatalError("SHA-512 of OpenSSL failed")
        }
        return digest
    }
}
