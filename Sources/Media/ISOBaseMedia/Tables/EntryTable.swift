import Bitstreams

/// The entries of a table box: rows of one size, kept in coded form until they are read.
struct EntryTable: Hashable, Sendable {
    let count: Int

    let rowSize: Int
    private let bytes: ArraySlice<UInt8>

    /// Reads entry_count and the rows, which have to fill the box.
    ///
    /// - Parameters:
    ///   - reader: a reader of the box body at entry_count.
    ///   - box: the box, for errors.
    ///   - rowSize: the size of a row, in bytes.
    /// - Throws: `ParseError` if the rows take more or fewer bytes than are left.
    init(_ reader: inout ByteReader, of box: Box, rowSize: Int) throws(ParseError) {
        let count = try reader.uint32()
        try self.init(&reader, of: box, count: count, rowSize: rowSize)
    }

    /// Reads `count` rows, which have to fill the box.
    init(_ reader: inout ByteReader, of box: Box, count: UInt32, rowSize: Int) throws(ParseError) {
        // Cannot overflow: a 32-bit number times a small one fits into 64 bits.
        bytes = try reader.read(UInt64(count) * UInt64(rowSize))
        try reader.expectEnd(of: box)
        self.count = Int(count)
        self.rowSize = rowSize
    }

    /// Returns the big-endian number of `width` bytes at byte `byte` of a row.
    func number(_ row: Int, at byte: Int, width: Int = 4) -> UInt64 {
        let start = bytes.startIndex + row * rowSize + byte
        return bytes[start..<start + width].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the 32-bit number in a column of a row, for rows of 32-bit columns.
    func word(_ row: Int, _ column: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: number(row, at: column * 4))
    }

    /// The bytes of entry_count and the rows, as they were read.
    var encoded: [UInt8] { [UInt8](bigEndian: UInt32(clamping: count)) + bytes }
}
