/// A sequential reader of big-endian integers and runs of bytes.
///
/// Every read throws `ParseError.truncated` if too few bytes are left. A reader knows the offset of its bytes
/// in the stream, puts it into its errors, and passes it on to the readers of its parts.
package struct ByteReader: Sendable {
    private var bytes: ArraySlice<UInt8>

    /// The offset of the next byte in the stream.
    package private(set) var offset: UInt64

    /// Creates a reader at the first byte of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes to read.
    ///   - offset: the offset of the first byte in the stream.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The number of unread bytes.
    package var count: Int { bytes.count }

    /// Indicates whether all bytes were read.
    package var isAtEnd: Bool { bytes.isEmpty }

    /// The bytes that are not read yet; they stay unread.
    package var remainingBytes: ArraySlice<UInt8> { bytes }

    /// Reads the next `count` bytes.
    @inlinable
    package mutating func read(_ count: some BinaryInteger) throws(ParseError) -> ArraySlice<UInt8> {
        try read(Int(clamping: count), needed: UInt64(clamping: count))
    }

    /// Reads the next `count` bytes, or throws an error that states `needed` as the number of bytes needed.
    ///
    /// This function is not generic, so that other modules do not call it through witness tables, which is
    /// slow.
    @usableFromInline
    mutating func read(_ count: Int, needed: UInt64) throws(ParseError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count else {
            throw .truncated(offset: offset, needed: needed, available: UInt64(bytes.count))
        }
        let taken = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        offset &+= UInt64(count)
        return taken
    }

    /// Skips `count` bytes.
    @inlinable
    package mutating func skip(_ count: some BinaryInteger) throws(ParseError) {
        _ = try read(count)
    }

    /// Returns a reader of the next `count` bytes, and skips them in this reader.
    @inlinable
    package mutating func subreader(_ count: some BinaryInteger) throws(ParseError) -> ByteReader {
        let start = offset
        return ByteReader(try read(count), at: start)
    }

    /// Reads one byte.
    package mutating func uint8() throws(ParseError) -> UInt8 { UInt8(try integer(bytes: 1)) }

    /// Reads a two-byte integer, big endian.
    package mutating func uint16() throws(ParseError) -> UInt16 { UInt16(try integer(bytes: 2)) }

    /// Reads a three-byte integer, big endian.
    package mutating func uint24() throws(ParseError) -> UInt32 { UInt32(try integer(bytes: 3)) }

    /// Reads a four-byte integer, big endian.
    package mutating func uint32() throws(ParseError) -> UInt32 { UInt32(try integer(bytes: 4)) }

    /// Reads an eight-byte integer, big endian.
    package mutating func uint64() throws(ParseError) -> UInt64 { try integer(bytes: 8) }

    /// Reads a four-byte integer in two's complement, big endian.
    package mutating func int32() throws(ParseError) -> Int32 { Int32(bitPattern: try uint32()) }

    private mutating func integer(bytes count: Int) throws(ParseError) -> UInt64 {
        try read(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
