package import Bitstreams

/// `ctts`: the times from decoding to presentation (ISO/IEC 14496-12, 8.6.1.3).
package struct CompositionOffsetBox: Hashable, Sendable {
    /// The version: 0 if offsets should not be negative, 1 if they may.
    let version: UInt8
    /// The number of samples.
    let sampleCount: UInt64

    let table: EntryTable

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        version = try FullBoxHeader(&reader, maximumVersion: 1).version
        table = try EntryTable(&reader, of: box, rowSize: 8)
        var sampleCount: UInt64 = 0
        for row in 0..<table.count { sampleCount += UInt64(table.word(row, 0)) }
        self.sampleCount = sampleCount
    }

    /// Returns the composition offset of the samples of a row, in ticks.
    ///
    /// Version 0 has no negative offsets, but writers put them there, and no one uses offsets of 2^31 ticks
    /// or more; so the field is read as signed in both versions.
    func offset(_ row: Int) -> Int32 { Int32(bitPattern: table.word(row, 1)) }

    /// The box as it was read.
    package var node: BoxNode { BoxNode("ctts", fields: [version, 0, 0, 0] + table.encoded) }
}
