/// Reads big-endian integers and byte runs from front to back; every read is checked against what is left.
///
/// A reader knows the offset of its bytes in the whole stream, hands it on to the readers it makes of its parts,
/// and puts it into its errors.
package struct ByteReader: Sendable {
    private var bytes: ArraySlice<UInt8>

    /// Where the next byte stands in the stream.
    package private(set) var offset: UInt64

    /// - Parameters:
    ///   - bytes: what to read.
    ///   - offset: where the first of these bytes stands in the stream.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Bytes left.
    package var count: Int { bytes.count }

    /// Whether all bytes were read.
    package var isAtEnd: Bool { bytes.isEmpty }

    /// The bytes left, without reading them.
    package var rest: ArraySlice<UInt8> { bytes }

    /// Takes the next `count` bytes.
    @inlinable
    package mutating func take(_ count: some BinaryInteger) throws(ParseError) -> ArraySlice<UInt8> {
        try take(Int(clamping: count), needed: UInt64(clamping: count))
    }

    /// Takes the next `count` bytes; an error says that `needed` were asked for.
    ///
    /// It is not generic, so that other modules do not call it through witness tables, which is slow.
    @usableFromInline
    mutating func take(_ count: Int, needed: UInt64) throws(ParseError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count else {
            throw .truncated(offset: offset, needed: needed, available: UInt64(bytes.count))
        }
        let taken = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        offset &+= UInt64(count)
        return taken
    }

    /// Passes over `count` bytes.
    @inlinable
    package mutating func skip(_ count: some BinaryInteger) throws(ParseError) {
        _ = try take(count)
    }

    /// A reader of the next `count` bytes, which this one passes over.
    @inlinable
    package mutating func part(_ count: some BinaryInteger) throws(ParseError) -> ByteReader {
        let start = offset
        return ByteReader(try take(count), at: start)
    }

    /// The next byte.
    package mutating func uint8() throws(ParseError) -> UInt8 { UInt8(try integer(bytes: 1)) }

    /// The next two bytes, big endian.
    package mutating func uint16() throws(ParseError) -> UInt16 { UInt16(try integer(bytes: 2)) }

    /// The next three bytes, big endian.
    package mutating func uint24() throws(ParseError) -> UInt32 { UInt32(try integer(bytes: 3)) }

    /// The next four bytes, big endian.
    package mutating func uint32() throws(ParseError) -> UInt32 { UInt32(try integer(bytes: 4)) }

    /// The next eight bytes, big endian.
    package mutating func uint64() throws(ParseError) -> UInt64 { try integer(bytes: 8) }

    /// The next four bytes, big endian, two's complement.
    package mutating func int32() throws(ParseError) -> Int32 { Int32(bitPattern: try uint32()) }

    private mutating func integer(bytes count: Int) throws(ParseError) -> UInt64 {
        try take(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
