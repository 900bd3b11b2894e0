package import Bitstreams

/// `stts`: the duration of each sample, run-length coded (ISO/IEC 14496-12, 8.6.1.2).
package struct TimeToSampleBox: Hashable, Sendable {
    /// The number of samples.
    let sampleCount: UInt64
    /// The total duration of all samples in ticks, below 2^63.
    package let duration: UInt64

    let table: EntryTable

    /// Reads the body, version 0; empty runs and durations of 0 are allowed.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        table = try EntryTable(&reader, of: box, rowSize: 8)
        var sampleCount: UInt64 = 0
        var duration: UInt64 = 0
        for row in 0..<table.count {
            // Cannot overflow: at most 2^29 numbers of 32 bits.
            sampleCount += UInt64(table.word(row, 0))
            let (sum, isTooLong) = duration.addingReportingOverflow(
                UInt64(table.word(row, 0)) * UInt64(table.word(row, 1))
            )
            guard !isTooLong, sum <= UInt64(Int64.max) else {
                throw .invalid(
                    offset: box.offset,
                    field: "sum of the durations in 'stts'",
                    found: "above \(Int64.max)",
                    expected: "at most \(Int64.max)"
                )
            }
            duration = sum
        }
        self.sampleCount = sampleCount
        self.duration = duration
    }

    /// The box as it was read.
    package var node: BoxNode { BoxNode("stts", fields: [0, 0, 0, 0] + table.encoded) }
}
