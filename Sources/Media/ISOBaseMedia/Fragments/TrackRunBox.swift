package import Bitstreams

/// `trun`: samples that follow each other in the data (ISO/IEC 14496-12, 8.8.8).
package struct TrackRunBox: Hashable, Sendable {
    /// Number of samples.
    package let sampleCount: UInt32
    /// From the base that `tfhd` gives to the first sample, in bytes; nil: where the last run ended.
    package var dataOffset: Int32?
    /// Flags of the first sample in place of the default.
    package let firstSampleFlags: UInt32?

    private let version: UInt8
    /// All but that of `dataOffset`.
    private var flags: UInt32
    /// One row a sample, of 0 to 4 words.
    private var table: ArraySlice<UInt8>

    /// Reads the body, versions 0 and 1, and checks that its table has a row for every sample.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        let flags = full.flags
        version = full.version
        self.flags = flags & ~Self.dataOffsetPresent
        sampleCount = try reader.uint32()
        dataOffset = flags & Self.dataOffsetPresent != 0 ? try reader.int32() : nil
        firstSampleFlags = flags & 0x04 != 0 ? try reader.uint32() : nil
        let offset = reader.offset
        table = try reader.take(UInt64(sampleCount) * UInt64(Self.rowSize(flags)))
        guard reader.isAtEnd else {
            throw .invalid(
                offset: offset,
                field: "sample table of 'trun'",
                found: "\(table.count + reader.count) bytes",
                expected: "\(table.count) bytes for \(sampleCount) samples"
            )
        }
    }

    /// Bytes of all samples together; nil when it depends on a default that is not known, or exceeds 64 bits.
    ///
    /// - Parameter defaultSampleSize: the size of samples that have none of their own: from `tfhd`, else `trex`.
    /// - Returns: the sum of the sample sizes.
    package func dataSize(defaultSampleSize: UInt32?) -> UInt64? {
        guard flags & Self.sizePresent != 0 else {
            return defaultSampleSize.map { UInt64($0) * UInt64(sampleCount) }
        }
        return sum(ofColumn: flags & Self.durationPresent != 0 ? 4 : 0)
    }

    /// Ticks of all samples together; nil when it depends on a default that is not known.
    ///
    /// - Parameter defaultSampleDuration: the duration of samples that have none of their own: from `tfhd`, else
    ///   `trex`.
    /// - Returns: the sum of the sample durations.
    package func duration(defaultSampleDuration: UInt32?) -> UInt64? {
        guard flags & Self.durationPresent != 0 else {
            return defaultSampleDuration.map { UInt64($0) * UInt64(sampleCount) }
        }
        return sum(ofColumn: 0)
    }

    /// The flags of the first sample; nil when there is none, or they depend on a default that is not known.
    ///
    /// - Parameter defaultSampleFlags: the flags of samples that have none of their own: from `tfhd`, else `trex`.
    /// - Returns: the flags as in `trex`.
    package func flagsOfFirstSample(defaultSampleFlags: UInt32?) -> SampleFlags? {
        guard sampleCount > 0 else { return nil }
        if let firstSampleFlags { return SampleFlags(rawValue: firstSampleFlags) }
        guard flags & Self.flagsPresent != 0 else { return defaultSampleFlags.map(SampleFlags.init) }
        let column = (flags & (Self.durationPresent | Self.sizePresent)).nonzeroBitCount * 4
        return SampleFlags(
            rawValue: table.dropFirst(column).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        )
    }

    /// Appends the size of every sample, in bytes.
    ///
    /// - Parameters:
    ///   - sizes: gets them.
    ///   - defaultSampleSize: the size of samples that have none of their own: from `tfhd`, else `trex`.
    package func appendSizes(to sizes: inout [UInt32], defaultSampleSize: UInt32) {
        guard flags & Self.sizePresent != 0 else {
            sizes.append(contentsOf: repeatElement(defaultSampleSize, count: Int(sampleCount)))
            return
        }
        let column = flags & Self.durationPresent != 0 ? 4 : 0
        for row in stride(from: table.startIndex + column, to: table.endIndex, by: Self.rowSize(flags)) {
            sizes.append(table[row..<row + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// The run with other sizes of its samples, which it says itself from then on.
    ///
    /// - Parameter sizes: one a sample, in bytes.
    /// - Returns: the run.
    package func replacingSizes(with sizes: [UInt32]) -> TrackRunBox {
        var run = self
        run.flags |= Self.sizePresent
        let (column, old) = (flags & Self.durationPresent != 0 ? 4 : 0, Self.rowSize(flags))
        // Where the rows go on behind a size.
        let rest = column + (flags & Self.sizePresent != 0 ? 4 : 0)
        var rows: [UInt8] = []
        rows.reserveCapacity(sizes.count * Self.rowSize(run.flags))
        for (index, size) in sizes.prefix(Int(sampleCount)).enumerated() {
            let row = table.dropFirst(index * old).prefix(old)
            rows += row.prefix(column)
            rows.append(bigEndian: size)
            rows += row.dropFirst(rest)
        }
        run.table = rows[...]
        return run
    }

    /// The body as it is written, byte for byte that which was read where nothing was changed.
    package var body: [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(16 + table.count)
        let offsetFlag = dataOffset == nil ? 0 : Self.dataOffsetPresent
        body.append(bigEndian: UInt32(version) << 24 | flags | offsetFlag)
        body.append(bigEndian: sampleCount)
        if let dataOffset { body.append(bigEndian: dataOffset) }
        if let firstSampleFlags { body.append(bigEndian: firstSampleFlags) }
        return body + table
    }

    /// The sum over all samples of the 32-bit numbers that start at a byte of each row.
    private func sum(ofColumn column: Int) -> UInt64 {
        // At most 2^32 rows of 32 bits: the sum stays below 2^64.
        stride(from: table.startIndex + column, to: table.endIndex, by: Self.rowSize(flags)).reduce(0) {
            $0 + table[$1..<$1 + 4].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private static let dataOffsetPresent: UInt32 = 0x01
    private static let durationPresent: UInt32 = 0x0100
    private static let sizePresent: UInt32 = 0x0200
    private static let flagsPresent: UInt32 = 0x0400

    /// Each of duration, size, flags and composition offset has a flag, and then 4 bytes in every row.
    private static func rowSize(_ flags: UInt32) -> Int { (flags >> 8 & 0x0F).nonzeroBitCount * 4 }
}

extension TrackRunBox {
    /// What a run says of one of its samples; nil where it is left to the defaults.
    package struct Row: Hashable, Sendable {
        /// Ticks.
        package var duration: UInt32?
        /// Bytes.
        package var size: UInt32?
        /// As in `trex`; of the first sample `firstSampleFlags` if there are some.
        package var flags: UInt32?
        /// From decoding to presentation, in ticks; version 0 has no negative ones, but writers put them there.
        package var compositionOffset: Int32?
    }

    /// What is said of a sample, by its number from 0, which is below `sampleCount`.
    package func row(_ sample: Int) -> Row {
        var place = table.startIndex + sample * Self.rowSize(flags)
        func word(_ flag: UInt32) -> UInt32? {
            guard flags & flag != 0 else { return nil }
            defer { place += 4 }
            return table[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        var row = Row(duration: word(0x0100), size: word(0x0200), flags: word(0x0400))
        row.compositionOffset = word(0x0800).map { Int32(bitPattern: $0) }
        if sample == 0, let firstSampleFlags { row.flags = firstSampleFlags }
        return row
    }
}
