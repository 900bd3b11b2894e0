package import Bitstreams

/// `stsc`: the number of samples in each chunk, run-length coded (ISO/IEC 14496-12, 8.7.4).
package struct SampleToChunkBox: Hashable, Sendable {
    let table: EntryTable

    /// Reads the body, version 0.
    ///
    /// The runs have to begin with chunk 1 in ascending order, and have at least one sample per chunk.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        let offset = reader.offset + 4
        table = try EntryTable(&reader, of: box, rowSize: 12)
        for row in 0..<table.count {
            let isFirstRight = row == 0 ? firstChunk(0) == 1 : firstChunk(row) > firstChunk(row - 1)
            guard isFirstRight, samplesPerChunk(row) > 0, descriptionIndex(row) > 0 else {
                throw .invalid(
                    offset: offset + UInt64(row) * 12,
                    field: "entry of 'stsc'",
                    found: "first_chunk \(firstChunk(row)), samples_per_chunk \(samplesPerChunk(row)),"
                        + " sample_description_index \(descriptionIndex(row))",
                    expected: row == 0
                        ? "first_chunk 1, the others at least 1"
                        : "first_chunk at least \(UInt64(firstChunk(row - 1)) + 1), the others at least 1"
                )
            }
        }
    }

    /// The number of runs.
    var count: Int { table.count }
    /// Returns first_chunk of a run, counted from 1.
    func firstChunk(_ row: Int) -> UInt32 { table.word(row, 0) }
    /// Returns samples_per_chunk of a run.
    func samplesPerChunk(_ row: Int) -> UInt32 { table.word(row, 1) }
    /// Returns sample_description_index of a run, counted from 1.
    func descriptionIndex(_ row: Int) -> UInt32 { table.word(row, 2) }

    /// Returns the number of samples in the first `chunks` chunks.
    ///
    /// Returns nil if there is no run for them, a run begins after them, or the number does not fit into 64
    /// bits.
    func sampleCount(chunks: Int) -> UInt64? {
        // Some writers leave a run although there is no chunk.
        guard chunks > 0 else { return 0 }
        var total: UInt64 = 0
        for row in 0..<count {
            let first = Int(firstChunk(row))
            let next = row + 1 < count ? Int(firstChunk(row + 1)) : chunks + 1
            guard next > first, next <= chunks + 1 else { return nil }
            let (sum, isTooMany) = total.addingReportingOverflow(
                UInt64(next - first) * UInt64(samplesPerChunk(row))
            )
            guard !isTooMany else { return nil }
            total = sum
        }
        return count == 0 ? nil : total
    }

    /// The box as it was read.
    package var node: BoxNode { BoxNode("stsc", fields: [0, 0, 0, 0] + table.encoded) }
}
