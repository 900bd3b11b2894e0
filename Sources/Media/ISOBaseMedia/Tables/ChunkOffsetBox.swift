package import Bitstreams

/// `stco` and `co64`: where chunks of samples are in the file (ISO/IEC 14496-12, 8.7.5).
package struct ChunkOffsetBox: Hashable, Sendable {
    private let table: EntryTable

    /// Reads the body of either, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, newest: 0)
        table = try EntryTable(&reader, of: box, rowSize: box.type == "co64" ? 8 : 4)
    }

    /// Number of chunks.
    package var count: Int { table.count }

    /// Where a chunk starts, by its number from 0.
    package func offset(_ chunk: Int) -> UInt64 { table.number(chunk, at: 0, width: table.rowSize) }

    /// The box as it was read.
    package var node: BoxNode {
        BoxNode(table.rowSize == 8 ? "co64" : "stco", fields: [0, 0, 0, 0] + table.written)
    }
}
