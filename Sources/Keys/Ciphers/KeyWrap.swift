package import WipedMemory

/// AES key wrap (RFC 3394) under a key of 16, 24 or 32 bytes.
package enum KeyWrap {
    private static let semiblockByteCount = 8
    /// The initial value of RFC 3394 section 2.2.3.1.
    private static let initialValue = [UInt8](repeating: 0xA6, count: semiblockByteCount)
    private static let keyByteCounts = [16, 24, 32]

    /// Wraps `secret` (a multiple of 8 bytes, at least 16); the result is 8 bytes longer.
    package static func wrap(
        _ secret: borrowing SecretBytes,
        key: borrowing SecretBytes
    ) throws(CipherError) -> [UInt8] {
        let count = secret.count
        guard count >= 2 * semiblockByteCount, count.isMultiple(of: semiblockByteCount) else {
            throw .wrongLength(
                of: "secret to wrap",
                actual: count,
                expected: max(2, (count + semiblockByteCount - 1) / semiblockByteCount) * semiblockByteCount
            )
        }
        var context = try makeContext(.encrypt, key: key)
        var wrapped = [UInt8](repeating: 0, count: count + semiblockByteCount)
        var output = wrapped.mutableSpan
        let written = try secret.withSpan { (secret) throws(CipherError) in
            try context.update(secret, into: &output, at: 0, room: count + semiblockByteCount)
        }
        guard written == count + semiblockByteCount else { throw .failed("EVP_CipherUpdate") }
        return wrapped
    }

    /// Unwraps `wrapped`.
    ///
    /// Throws `.authenticationFailed` if it was not wrapped under `key`.
    package static func unwrap(
        _ wrapped: [UInt8],
        key: borrowing SecretBytes
    ) throws(CipherError) -> SecretBytes {
        let count = wrapped.count - semiblockByteCount
        var context = try makeContext(.decrypt, key: key)
        guard count >= 2 * semiblockByteCount, count.isMultiple(of: semiblockByteCount) else {
            throw .authenticationFailed
        }
        return try SecretBytes(count: count) { (output) throws(CipherError) in
            do throws(CipherError) {
                let written = try context.update(wrapped.span, into: &output, at: 0, room: count)
                guard written == count else { throw CipherError.authenticationFailed }
            } catch .libraryFailure {
                throw .authenticationFailed
            }
        }
    }

    private static func makeContext(
        _ direction: CipherContext.Direction,
        key: borrowing SecretBytes
    ) throws(CipherError) -> CipherContext {
        guard keyByteCounts.contains(key.count) else {
            throw .wrongLength(of: "key-wrapping key", actual: key.count, expected: 32)
        }
        let count = key.count
        return try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aesWrap(keyByteCount: count), direction, key: key, iv: initialValue)
        }
    }
}
