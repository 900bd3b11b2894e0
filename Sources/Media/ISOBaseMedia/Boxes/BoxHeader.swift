package import Bitstreams

/// The header of a box: its size and type (ISO/IEC 14496-12, 4.2).
package struct BoxHeader: Hashable, Sendable {
    /// The meaning of the size field.
    package enum Extent: Hashable, Sendable {
        /// The size of the whole box in bytes, header included.
        case bytes(UInt64)
        /// Size 0: the box runs to the end of the file, which only top-level boxes may do.
        case toTheEnd
    }

    /// The size of the longest header in bytes: with 64-bit size and extended type.
    package static let maximumSize = 32

    /// The box type.
    package let type: FourCharacterCode
    /// The extended type of a `uuid` box, 16 bytes, or nil for other boxes.
    package let extendedType: ArraySlice<UInt8>?
    /// The size of the whole box.
    package let extent: Extent
    /// The size of this header in bytes: 8, 16, 24 or 32.
    package let size: Int

    /// Returns the size in bytes of the header that starts with `prefix`, or 8 if `prefix` is too short to
    /// tell.
    package static func size(startingWith prefix: ArraySlice<UInt8>) -> Int {
        guard prefix.count >= 8 else { return 8 }
        let hasLargeSize = prefix.prefix(4).elementsEqual([0, 0, 0, 1])
        let hasExtendedType = prefix.dropFirst(4).prefix(4).elementsEqual("uuid".utf8)
        return 8 + (hasLargeSize ? 8 : 0) + (hasExtendedType ? 16 : 0)
    }

    /// Reads a header and leaves the reader at the start of the body.
    ///
    /// - Throws: `ParseError` if the header is cut short, the box size is below the header size, or the type
    ///   is not printable.
    package init(_ reader: inout ByteReader) throws(ParseError) {
        let offset = reader.offset
        let available = reader.count
        let shortSize = try reader.uint32()
        type = try FourCharacterCode(&reader)
        let declared = shortSize == 1 ? try reader.uint64() : UInt64(shortSize)
        extendedType = type == "uuid" ? try reader.read(16) : nil
        size = available - reader.count
        extent = shortSize == 0 ? .toTheEnd : .bytes(declared)
        guard shortSize == 0 || declared >= UInt64(size) else {
            throw .invalid(
                offset: offset,
                field: "box size",
                found: "\(declared)",
                expected: "at least \(size), the size of the box's header"
            )
        }
        guard type.isBoxType else {
            throw .invalid(
                offset: offset + 4,
                field: "box type",
                found: type.description,
                expected: "four printable characters"
            )
        }
    }

    /// Creates the header of a box with a 32-bit size.
    init(type: FourCharacterCode, bodySize: UInt64) {
        self.type = type
        extendedType = nil
        size = 8
        extent = .bytes(bodySize + 8)
    }
}
