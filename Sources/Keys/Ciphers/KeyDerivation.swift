package import WipedMemory

/// A function that derives keys from a secret, so that the owner of the secret can derive them again.
package enum KeyDerivation: String, CaseIterable, Sendable {
    /// HKDF with SHA-256 (RFC 5869) without a salt; the info is the label, a zero byte and the context.
    case hkdfSHA256 = "hkdf-sha256"
    /// KDF in counter mode with HMAC-SHA256 (NIST SP 800-108 section 4.1): 32-bit counter, label, zero byte,
    /// context, length of the result in bits as 32 bits.
    case sp800108 = "sp800-108"

    /// The maximum length of a result, in bytes, for both functions: 255 blocks of HMAC-SHA256 (RFC 5869
    /// section 2.3).
    static let byteLimit = 255 * HMACSHA256.byteCount

    /// Derives `count` bytes from `secret` for the purpose `label` and the values in `context`.
    package func derive(
        from secret: borrowing SecretBytes,
        label: DerivationLabel,
        context: [UInt8],
        count: Int
    ) throws(CipherError) -> SecretBytes {
        switch self {
        case .hkdfSHA256:
            try Self.hkdf(secret, salt: [], info: label.bytes + [0] + context, count: count)
        case .sp800108:
            try Self.counterMode(secret, label: label.bytes, context: context, count: count)
        }
    }

    /// Derives bytes by HKDF with SHA-256: extract (RFC 5869 section 2.2), then expand (section 2.3).
    static func hkdf(
        _ secret: borrowing SecretBytes,
        salt: [UInt8],
        info: [UInt8],
        count: Int
    ) throws(CipherError) -> SecretBytes {
        var inputKeyingMaterial: [UInt8] = secret.withSpan { secret in
            var copy: [UInt8] = []
            copy.reserveCapacity(secret.count)
            for index in secret.indices { copy.append(secret[index]) }
            return copy
        }
        defer { secureErase(&inputKeyingMaterial) }
        // Without a salt, HKDF uses as many zero bytes as a digest has.
        let salt = salt.isEmpty ? [UInt8](repeating: 0, count: HMACSHA256.byteCount) : salt
        var pseudorandomKey = HMACSHA256.authenticationCode(of: inputKeyingMaterial, key: salt.span)
        defer { secureErase(&pseudorandomKey) }
        return try blocks(count: count) { previous, counter in
            var message = previous + info + [UInt8(counter)]
            defer { secureErase(&message) }
            return HMACSHA256.authenticationCode(of: message, key: pseudorandomKey.span)
        }
    }

    /// Derives bytes by SP 800-108 in counter mode with HMAC-SHA256; the counter comes first, as is usual.
    static func counterMode(
        _ secret: borrowing SecretBytes,
        label: [UInt8],
        context: [UInt8],
        count: Int
    ) throws(CipherError) -> SecretBytes {
        let fixedInput = label + [0] + context + bigEndian(8 * count)
        return try secret.withSpan { (secret) throws(CipherError) in
            try blocks(count: count) { _, counter in
                HMACSHA256.authenticationCode(of: bigEndian(counter) + fixedInput, key: secret)
            }
        }
    }

    /// Concatenates blocks until there are `count` bytes.
    ///
    /// `block` computes a block from the one before (empty for the first) and its number, from 1.
    private static func blocks(
        count: Int,
        _ block: (_ previous: [UInt8], _ counter: Int) -> [UInt8]
    ) throws(CipherError) -> SecretBytes {
        guard (1...byteLimit).contains(count) else {
            throw .wrongLength(of: "derived key", actual: count, expected: byteLimit)
        }
        return SecretBytes(count: count) { output in
            var previous: [UInt8] = []
            for start in stride(from: 0, to: count, by: HMACSHA256.byteCount) {
                var next = block(previous, start / HMACSHA256.byteCount + 1)
                for index in start..<min(count, start + next.count) {
                    output[index] = next[index - start]
                }
                swap(&previous, &next)
                secureErase(&next)
            }
            secureErase(&previous)
        }
    }

    /// Returns a number as 4 bytes.
    private static func bigEndian(_ number: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
