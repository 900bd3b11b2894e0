package import Bitstreams

/// `stco` and `co64`: the file offsets of sample chunks (ISO/IEC 14496-12, 8.7.5).
package struct ChunkOffsetBox: Hashable, Sendable {
    private let table: EntryTable

    /// Reads the body of either box, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        table = try EntryTable(&reader, of: box, rowSize: box.type == "co64" ? 8 : 4)
    }

    /// The number of chunks.
    var count: Int { table.count }

    /// Returns the offset of a chunk in the file in bytes, by the index of the chunk from 0.
    func offset(_ chunk: Int) -> UInt64 { table.number(chunk, at: 0, width: table.rowSize) }

    /// The box as it was read.
    package var node: BoxNode {
        BoxNode(table.rowSize == 8 ? "co64" : "stco", fields: [0, 0, 0, 0] + table.encoded)
    }
}
