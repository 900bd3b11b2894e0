import COpenSSL

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
package enum HMACSHA256 {
    /// The size of a MAC, in bytes.
    static let byteCount = 32

    /// Returns the MAC of `message` under `key`, 32 bytes.
    package static func authenticationCode(of message: [UInt8], key: Span<UInt8>) -> [UInt8] {
        var mac = [UInt8](repeating: 0, count: byteCount)
        let succeeded = unsafe key.withUnsafeBufferPointer { key in
            unsafe EVP_Q_mac(
                nil,
                "HMAC",
                nil,
                "SHA256",
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
        // As with hashing, no input makes it fail.
        guard succeeded else { fatalError("HMAC-SHA256 of OpenSSL failed") }
        return mac
    }
}
