import TextFormats

/// The 16 bytes that start a CBC chain.
package struct InitializationVector: Hashable, Sendable {
    /// Size of an AES block.
    package static let byteCount = 16

    /// The first eight bytes, big endian: in cenc the vector of the first sample.
    package let high: UInt64
    private let low: UInt64

    /// The 16 bytes, as a cipher takes them.
    package var bytes: [UInt8] {
        Self.bigEndian(high) + Self.bigEndian(low)
    }

    /// The 16 bytes as a block of a cipher.
    var block: CipherBlock { CipherBlock(high.bigEndian, low.bigEndian) }

    /// 32 lower-case digits, without `0x`.
    package var hexadecimal: String { Hexadecimal.encode(bytes) }

    /// Exactly 16 bytes.
    package init(bytes: [UInt8]) throws(CipherError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(of: "initialization vector", actual: bytes.count, expected: Self.byteCount)
        }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// What a chain goes on from: its last ciphertext block.
    ///
    /// - Parameters:
    ///   - bytes: holds the block.
    ///   - offset: where it starts.
    package init(block bytes: Span<UInt8>, at offset: Int) {
        let block = bytes.extracting(offset..<offset + Self.byteCount)
        high = (0..<8).reduce(0) { $0 << 8 | UInt64(block[$1]) }
        low = (8..<16).reduce(0) { $0 << 8 | UInt64(block[$1]) }
    }

    /// The vector of a segment whose key line has no IV attribute: its media sequence number, big endian
    /// (RFC 8216bis section 5.2).
    package init(mediaSequence: UInt64) {
        high = 0
        low = mediaSequence
    }

    /// The value of an IV attribute: 32 digits of either case, with `0x` or `0X` or without.
    package init?(hexadecimal: some StringProtocol) {
        let hasPrefix = hexadecimal.hasPrefix("0x") || hexadecimal.hasPrefix("0X")
        guard let bytes = Hexadecimal.decode(hexadecimal.dropFirst(hasPrefix ? 2 : 0)) else { return nil }
        try? self.init(bytes: bytes)
    }

    /// A fresh vector from the system's random number generator.
    package static func random() -> InitializationVector {
        InitializationVector(leading: RandomBytes.make(count: byteCount))
    }

    /// The vector that `key`, `label` and `context` always give, and nothing else is known to give.
    ///
    /// The first 16 bytes of HMAC-SHA256 under `key` of: the label in UTF-8, a zero byte, then for every element of
    /// `context` its length (8 bytes, big endian) and its bytes. The lengths keep neighbours apart: ("ab", "c") and
    /// ("a", "bc") differ.
    package static func derived(
        from key: ContentKey,
        label: DerivationLabel,
        context: [[UInt8]]
    ) -> InitializationVector {
        var message = label.bytes + [0]
        for element in context {
            message += bigEndian(UInt64(element.count)) + element
        }
        let code = key.withSpan { HMACSHA256.authenticationCode(of: message, key: $0) }
        return InitializationVector(leading: code)
    }

    /// The first 16 of `bytes`, which are at least as many.
    private init(leading bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }
}
