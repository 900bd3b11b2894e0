import TextFormats

/// An IV of 16 bytes, for CBC, for AES-256-GCM segments and in key records.
package struct InitializationVector: Hashable, Sendable {
    /// The size of an IV, in bytes.
    package static let byteCount = 16

    /// The first eight bytes, big-endian; in cenc, the IV of the first sample.
    package let high: UInt64
    private let low: UInt64

    /// The IV as 16 bytes.
    package var bytes: [UInt8] {
        Self.bigEndian(high) + Self.bigEndian(low)
    }

    /// The IV as a block of a cipher.
    var block: CipherBlock { CipherBlock(high.bigEndian, low.bigEndian) }

    /// The IV as 32 lowercase hexadecimal digits, without `0x`.
    package var hexadecimal: String { Hexadecimal.encode(bytes) }

    /// Creates an IV from exactly 16 bytes.
    package init(bytes: [UInt8]) throws(CipherError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(of: "initialization vector", actual: bytes.count, expected: Self.byteCount)
        }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Creates the IV that continues a chain: its last ciphertext block.
    ///
    /// - Parameters:
    ///   - bytes: the buffer that contains the block.
    ///   - offset: the offset of the block in `bytes`.
    package init(block bytes: Span<UInt8>, at offset: Int) {
        let block = bytes.extracting(offset..<offset + Self.byteCount)
        high = (0..<8).reduce(0) { $0 << 8 | UInt64(block[$1]) }
        low = (8..<16).reduce(0) { $0 << 8 | UInt64(block[$1]) }
    }

    /// Creates the IV of a segment whose EXT-X-KEY has no IV attribute: its media sequence number, big-endian
    /// (RFC 8216bis section 5.2).
    package init(mediaSequence: UInt64) {
        high = 0
        low = mediaSequence
    }

    /// Parses the value of an IV attribute: 32 hexadecimal digits of either case, with or without `0x` or
    /// `0X`.
    package init?(hexadecimal: some StringProtocol) {
        let hasPrefix = hexadecimal.hasPrefix("0x") || hexadecimal.hasPrefix("0X")
        guard let bytes = Hexadecimal.decode(hexadecimal.dropFirst(hasPrefix ? 2 : 0)) else { return nil }
        try? self.init(bytes: bytes)
    }

    /// Generates a random IV.
    package static func random() -> InitializationVector {
        InitializationVector(leading: RandomBytes.generate(count: byteCount))
    }

    /// Derives the IV that `key`, `label` and `context` always give, and that no other input is known to
    /// give.
    ///
    /// It is the first 16 bytes of HMAC-SHA256 under `key` of: the label in UTF-8, a zero byte, then for each
    /// element of `context` its length (8 bytes, big-endian) and its bytes. The lengths separate the
    /// elements: ("ab", "c") and ("a", "bc") differ.
    package static func derived(
        from key: ContentKey,
        label: DerivationLabel,
        context: [[UInt8]]
    ) -> InitializationVector {
        var message = label.bytes + [0]
        for element in context {
            message += bigEndian(UInt64(element.count)) + element
        }
        let mac = key.withSpan { HMACSHA256.authenticationCode(of: message, key: $0) }
        return InitializationVector(leading: mac)
    }

    /// Creates an IV from the first 16 of at least 16 bytes.
    private init(leading bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }
}
