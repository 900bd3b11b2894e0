import Bitstreams

/// A tag-length-length-value block of a message.
///
/// The layout is tag (8 bytes) | length of value and padding (4) | length of the value (4) | value | padding;
/// integers are big-endian.
package struct TLLV: Hashable, Sendable {
    /// The size of the tag and both lengths, in bytes.
    static let headerByteCount = 16
    /// The multiple to which value and padding are filled up, in bytes.
    static let blockMultiple = 16

    /// The tag, which defines the meaning of the value.
    package let tag: LicenseTag
    /// The value without padding.
    package let value: [UInt8]
    /// The bytes after the value, which have no meaning.
    ///
    /// They are kept because a server returns a TLLV unchanged.
    package let padding: [UInt8]

    /// Creates a block with given padding.
    package init(tag: LicenseTag, value: [UInt8], padding: [UInt8]) {
        self.tag = tag
        self.value = value
        self.padding = padding
    }

    /// Creates a block with random padding: up to whole blocks, and possibly more.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - value: the value.
    ///   - extraBlocks: the number of further blocks of padding, or nil for 0 to 3 at random, as in Apple's
    ///     messages.
    ///   - randomness: the source of the padding.
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

    /// The size of value and padding, in bytes.
    var blockLength: Int { value.count + padding.count }

    /// Appends the bytes of the block.
    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: tag.rawValue)
        bytes.append(bigEndian: UInt32(blockLength))
        bytes.append(bigEndian: UInt32(value.count))
        bytes += value
        bytes += padding
    }
}
