package import Bitstreams

/// `stss`: the sync samples, at which decoding can begin (ISO/IEC 14496-12, 8.6.2).
///
/// Also reads `stps` of QuickTime, which lists the samples that begin open GOPs (QuickTime File Format,
/// Partial Sync Sample Atom).
package struct SyncSampleBox: Hashable, Sendable {
    private let table: EntryTable
    /// The box type, `stss` or `stps`.
    let type: FourCharacterCode

    /// Reads the body, version 0; the sample numbers have to be at least 1 and ascending.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        type = box.type
        let offset = reader.offset + 4
        table = try EntryTable(&reader, of: box, rowSize: 4)
        for row in 0..<table.count {
            let least = row == 0 ? 1 : UInt64(number(row - 1)) + 1
            guard UInt64(number(row)) >= least else {
                throw .invalid(
                    offset: offset + UInt64(row) * 4,
                    field: "sample_number of '\(box.type)'",
                    found: "\(number(row))",
                    expected: "at least \(least)"
                )
            }
        }
    }

    /// The number of sync samples.
    var count: Int { table.count }

    /// Returns the sample number of a row, counted from 1.
    func number(_ row: Int) -> UInt32 { table.word(row, 0) }

    /// The box as it was read.
    package var node: BoxNode { BoxNode(type, fields: [0, 0, 0, 0] + table.encoded) }
}
