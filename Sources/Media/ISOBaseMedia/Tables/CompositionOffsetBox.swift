package import Bitstreams

/// `ctts`: from decoding to presentation (ISO/IEC 14496-12, 8.6.1.3).
package struct CompositionOffsetBox: Hashable, Sendable {
    /// 0 where offsets should not be negative, 1 where they may.
    package let version: UInt8
    /// Number of samples.
    package let sampleCount: UInt64

    let table: EntryTable

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        version = try FullBoxHeader(&reader, newest: 1).version
        table = try EntryTable(&reader, of: box, rowSize: 8)
        var sampleCount: UInt64 = 0
        for row in 0..<table.count { sampleCount += UInt64(table.word(row, 0)) }
        self.sampleCount = sampleCount
    }

    /// The offset of a run's samples, in ticks.
    ///
    /// Version 0 has no negative ones, but writers put them there, and none means an offset of 2^31 ticks and more.
    func offset(_ row: Int) -> Int32 { Int32(bitPattern: table.word(row, 1)) }

    /// The box as it was read.
    package var node: BoxNode { BoxNode("ctts", fields: [version, 0, 0, 0] + table.written) }
}
