package import WipedMemory

/// Keys made of a secret, so that who has the secret can make them again.
package enum KeyDerivation: String, CaseIterable, Sendable {
    /// HKDF with SHA-256 (RFC 5869) without a salt. The info is the label, one byte of 0, and the context.
    case hkdfSHA256 = "hkdf-sha256"
    /// KDF in counter mode with HMAC-SHA256 (NIST SP 800-108 section 4.1): before the label a counter of 32 bits, behind
    /// it one byte of 0, the context, and the length of the result in bits in 32 bits.
    case sp800108 = "sp800-108"

    /// What both can give at least: 255 blocks of HMAC-SHA256 (RFC 5869 section 2.3).
    package static let byteLimit = 255 * HMACSHA256.byteCount

    /// `count` bytes for the use that `label` names and what `context` says.
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

    /// HKDF with SHA-256: extract (RFC 5869 section 2.2), then expand (section 2.3).
    static func hkdf(
        _ secret: borrowing SecretBytes,
        salt: [UInt8],
        info: [UInt8],
        count: Int
    ) throws(CipherError) -> SecretBytes {
        var material: [UInt8] = secret.withSpan { secret in
            var copy: [UInt8] = []
            copy.reserveCapacity(secret.count)
            for index in secret.indices { copy.append(secret[index]) }
            return copy
        }
        defer { secureErase(&material) }
        // Without a salt it is as many zeros as a digest has bytes.
        let salt = salt.isEmpty ? [UInt8](repeating: 0, count: HMACSHA256.byteCount) : salt
        var key = HMACSHA256.authenticationCode(of: material, key: salt.span)
        defer { secureErase(&key) }
        return try blocks(count: count) { previous, counter in
            var message = previous + info + [UInt8(counter)]
            defer { secureErase(&message) }
            return HMACSHA256.authenticationCode(of: message, key: key.span)
        }
    }

    /// SP 800-108 in counter mode with HMAC-SHA256; the counter is in front, as most have it.
    static func counterMode(
        _ secret: borrowing SecretBytes,
        label: [UInt8],
        context: [UInt8],
        count: Int
    ) throws(CipherError) -> SecretBytes {
        let fixed = label + [0] + context + bigEndian(8 * count)
        return try secret.withSpan { (secret) throws(CipherError) in
            try blocks(count: count) { _, counter in
                HMACSHA256.authenticationCode(of: bigEndian(counter) + fixed, key: secret)
            }
        }
    }

    /// As many blocks as give `count` bytes; `block` makes one of the one before (none at first) and its number, from 1.
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

    /// 32 bits.
    private static func bigEndian(_ number: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
