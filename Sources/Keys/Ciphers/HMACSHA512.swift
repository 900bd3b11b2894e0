import COpenSSL
package import WipedMemory

/// HMAC with SHA-512 (RFC 2104, FIPS 198-1): the message authentication codes of CPIX.
package enum HMACSHA512 {
    /// Size of a code.
    package static let byteCount = 64

    /// The 64 bytes that authenticate `message` under `key`.
    package static func authenticationCode(of message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        let made = key.withSpan { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_Q_mac(
                    nil,
                    "HMAC",
                    nil,
                    "SHA512",
                    nil,
                    key.baseAddress,
                    key.count,
                    message,
                    message.count,
                    &code,
                    byteCount,
                    nil
                ) != nil
            }
        }
        guard made else { fatalError("HMAC-SHA512 of OpenSSL failed") }
        return code
    }

    /// Whether `code` authenticates `message`, in a time that does not depend on how much of it is right.
    package static func isValid(
        _ code: [UInt8],
        of message: [UInt8],
        key: borrowing SecretBytes
    ) -> Bool {
        var expected = authenticationCode(of: message, key: key)
        defer { secureErase(&expected) }
        guard code.count == byteCount else { return false }
        return unsafe CRYPTO_memcmp(code, expected, byteCount) == 0
    }
}
