import Bitstreams

/// The entries of a table box: a count, then rows of one size, which stay bytes until they are looked at.
struct EntryTable: Hashable, Sendable {
    /// Number of rows.
    let count: Int

    let rowSize: Int
    private let bytes: ArraySlice<UInt8>

    /// Reads entry_count and the rows, which have to fill the box.
    ///
    /// - Parameters:
    ///   - reader: the body of the box from entry_count on.
    ///   - box: the box.
    ///   - rowSize: bytes of a row.
    /// - Throws: `ParseError` where there are fewer or more bytes than the rows take.
    init(_ reader: inout ByteReader, of box: Box, rowSize: Int) throws(ParseError) {
        let count = try reader.uint32()
        try self.init(&reader, of: box, count: count, rowSize: rowSize)
    }

    /// Reads rows of a count that was read before.
    init(_ reader: inout ByteReader, of box: Box, count: UInt32, rowSize: Int) throws(ParseError) {
        // A product of 32 bits and a small number fits into 64.
        bytes = try reader.take(UInt64(count) * UInt64(rowSize))
        try reader.expectEnd(of: box)
        self.count = Int(count)
        self.rowSize = rowSize
    }

    /// The number of a width in bytes at a byte of a row.
    func number(_ row: Int, at byte: Int, width: Int = 4) -> UInt64 {
        let start = bytes.startIndex + row * rowSize + byte
        return bytes[start..<start + width].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 32-bit number in a column of a row.
    func word(_ row: Int, _ column: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: number(row, at: column * 4))
    }

    /// entry_count and the rows, as they were read.
    var written: [UInt8] { [UInt8](bigEndian: UInt32(clamping: count)) + bytes }
}
