import COpenSSL

/// SHA-1 (FIPS 180-4), where a format asks for it: it is broken as a digest of what others may choose.
package enum SHA1 {
    /// Size of a digest.
    package static let byteCount = 20

    /// The 20 bytes of the digest of `bytes`, which may be a secret.
    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, EVP_sha1(), nil)
        }
        // As with SHA-256: no input makes it fail.
        guard status == 1 else { fatalError("SHA-1 of OpenSSL failed") }
        return digest
    }

    /// The 20 bytes of the digest of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes.span)
    }
}
