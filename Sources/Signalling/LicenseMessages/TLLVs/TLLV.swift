import Bitstreams

/// A value with its tag: tag (8 bytes) | length of the block (4) | length of the value (4) | value | padding, all big endian.
package struct TLLV: Hashable, Sendable {
    /// Size of tag and lengths.
    static let headerByteCount = 16
    /// The multiple that a block is filled up to.
    static let blockMultiple = 16

    /// What it is.
    package let tag: LicenseTag
    /// The bytes that count.
    package let value: [UInt8]
    /// The bytes behind them, which mean nothing; kept, because a returned TLLV goes back as it came.
    package let padding: [UInt8]

    /// A value with given padding.
    package init(tag: LicenseTag, value: [UInt8], padding: [UInt8]) {
        self.tag = tag
        self.value = value
        self.padding = padding
    }

    /// A value, padded with random bytes to whole blocks and some more.
    ///
    /// - Parameters:
    ///   - tag: what it is.
    ///   - value: the bytes.
    ///   - extraBlocks: how many blocks of padding more than are needed; nil for 0 to 3, as Apple's have.
    ///   - randomness: gives the padding.
    package init(
        _ tag: LicenseTag,
        _ value: [UInt8],
        extraBlocks: Int? = nil,
        randomness: MessageRandomness = .system
    ) {
        let blocks = extraBlocks ?? Int(randomness.bytes(1)[0] & 3)
        let rest = (Self.blockMultiple - value.count % Self.blockMultiple) % Self.blockMultiple
        self.init(
            tag: tag,
            value: value,
            padding: randomness.bytes(rest + blocks * Self.blockMultiple)
        )
    }

    /// Size of value and padding.
    package var blockLength: Int { value.count + padding.count }

    /// Appends the bytes of the message.
    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: tag.rawValue)
        bytes.append(bigEndian: UInt32(blockLength))
        bytes.append(bigEndian: UInt32(value.count))
        bytes += value
        bytes += padding
    }
}
