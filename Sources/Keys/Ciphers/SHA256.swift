import COpenSSL

/// SHA-256 (FIPS 180-4), at once or in pieces.
@safe
package struct SHA256: ~Copyable {
    /// The size of a digest, in bytes.
    package static let byteCount = 32

    private let context: OpaquePointer

    /// Begins an empty message.
    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("EVP_MD_CTX_new of OpenSSL failed") }
        unsafe self.context = context
        Self.require(unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil))
    }

    /// Returns the digest of `bytes`, 32 bytes.
    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// Returns the digest of `bytes`, 32 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes.span)
    }

    /// Continues the message with `input`.
    package mutating func update(_ input: Span<UInt8>) {
        unsafe input.withUnsafeBufferPointer { buffer in
            Self.require(unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count))
        }
    }

    /// Returns the digest of the whole message, 32 bytes.
    package consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        Self.require(unsafe EVP_DigestFinal_ex(context, &digest, nil))
        return digest
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Ends the process if OpenSSL failed.
    ///
    /// No input makes hashing fail, only a broken libcrypto or a lack of memory, which no caller could
    /// handle.
    private static func require(_ status: Int32) {
        guard status == 1 else { fatalError("SHA-256 of OpenSSL failed") }
    }
}
