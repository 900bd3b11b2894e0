import COpenSSL

/// SHA-256 (FIPS 180-4), in one piece or in pieces.
@safe
package struct SHA256: ~Copyable {
    /// Size of a digest.
    package static let byteCount = 32

    private let context: OpaquePointer

    /// Starts an empty message.
    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else { fatalError("EVP_MD_CTX_new of OpenSSL failed") }
        unsafe self.context = context
        Self.require(unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil))
    }

    /// The digest of `bytes`.
    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    /// The digest of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes.span)
    }

    /// Continues the message.
    package mutating func update(_ input: Span<UInt8>) {
        unsafe input.withUnsafeBufferPointer { buffer in
            Self.require(unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count))
        }
    }

    /// The 32 bytes of the whole message's digest.
    package consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Self.byteCount)
        Self.require(unsafe EVP_DigestFinal_ex(context, &digest, nil))
        return digest
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Hashing fails on no input, only where libcrypto is broken or memory is out: nothing a caller could handle.
    private static func require(_ status: Int32) {
        guard status == 1 else { fatalError("SHA-256 of OpenSSL failed") }
    }
}
