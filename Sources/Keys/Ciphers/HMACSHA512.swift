import COpenSSL
package import WipedMemory

/// HMAC with SHA-512 (RFC 2104, FIPS 198-1), for the MACs of CPIX.
package enum HMACSHA512 {
    /// The size of a MAC, in bytes.
    static let byteCount = 64

    /// Returns the MAC of `message` under `key`, 64 bytes.
    package static func authenticationCode(of message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        var mac = [UInt8](repeating: 0, count: byteCount)
        let succeeded = key.withSpan { key in
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
                    &mac,
                    byteCount,
                    nil
                ) != nil
            }
        }
        guard succeeded else { fatalError("HMAC-SHA512 of OpenSSL failed") }
        return mac
    }

    /// Indicates whether `mac` is the MAC of `message`, in a time that does not depend on the number of
    /// right bytes.
    package static func isValid(
        _ mac: [UInt8],
        of message: [UInt8],
        key: borrowing SecretBytes
    ) -> Bool {
        var expected = authenticationCode(of: message, key: key)
        defer { secureErase(&expected) }
        guard mac.count == byteCount else { return false }
        return unsafe CRYPTO_memcmp(mac, expected, byteCount) == 0
    }
}
