import COpenSSL

/// SHA-1 (FIPS 180-4), only for formats that require it: it is broken as a digest of input that others can
/// choose.
package enum SHA1 {
    /// The size of a digest, in bytes.
    static let byteCount = 20

    /// Returns the digest of `bytes`, which may be secret, as 20 bytes.
    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        let status = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, EVP_sha1(), nil)
        }
        // As with SHA-256, no input makes it fail.
        guard status == 1 else { fatalError("SHA-1 of OpenSSL failed") }
        return digest
    }

    /// Returns the digest of `bytes`, 20 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes.span)
    }
}
