package import Bitstreams
import TextFormats

/// `trun`: a run of samples whose data are contiguous (ISO/IEC 14496-12, 8.8.8).
package struct TrackRunBox: Hashable, Sendable {
    /// The number of samples.
    package let sampleCount: UInt32
    /// The distance in bytes from the base that `tfhd` sets to the first sample, or nil for the end of the
    /// previous run.
    package var dataOffset: Int32?
    /// The flags of the first sample instead of the default, or nil if absent.
    package let firstSampleFlags: UInt32?

    private let version: UInt8
    /// The flags of the box without data-offset-present.
    private var flags: UInt32
    /// One row per sample, of 0 to 4 fields of 32 bits.
    private var table: ArraySlice<UInt8>

    /// Reads the body, versions 0 and 1, and throws unless its table has exactly one row per sample.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, maximumVersion: 1)
        let flags = full.flags
        version = full.version
        self.flags = flags & ~Self.dataOffsetPresent
        sampleCount = try reader.uint32()
        dataOffset = flags & Self.dataOffsetPresent != 0 ? try reader.int32() : nil
        firstSampleFlags = flags & 0x04 != 0 ? try reader.uint32() : nil
        let offset = reader.offset
        table = try reader.read(UInt64(sampleCount) * UInt64(Self.rowSize(flags)))
        guard reader.isAtEnd else {
            throw .invalid(
                offset: offset,
                field: "sample table of 'trun'",
                found: CountText.text(table.count + reader.count, "byte"),
                expected:
                    "\(CountText.text(table.count, "byte")) for \(CountText.text(sampleCount, "sample"))"
            )
        }
    }

    /// Returns the total size of the samples in bytes, or nil if it depends on an unknown default.
    ///
    /// - Parameter defaultSampleSize: the size of samples without one of their own: from `tfhd`, else `trex`.
    /// - Returns: the sum of the sample sizes in bytes.
    package func dataSize(defaultSampleSize: UInt32?) -> UInt64? {
        guard flags & Self.sizePresent != 0 else {
            return defaultSampleSize.map { UInt64($0) * UInt64(sampleCount) }
        }
        return sum(ofColumn: flags & Self.durationPresent != 0 ? 4 : 0)
    }

    /// Returns the total duration of the samples in ticks, or nil if it depends on an unknown default.
    ///
    /// - Parameter defaultSampleDuration: the duration of samples without one of their own: from `tfhd`, else
    ///   `trex`.
    /// - Returns: the sum of the sample durations in ticks.
    package func duration(defaultSampleDuration: UInt32?) -> UInt64? {
        guard flags & Self.durationPresent != 0 else {
            return defaultSampleDuration.map { UInt64($0) * UInt64(sampleCount) }
        }
        return sum(ofColumn: 0)
    }

    /// Returns the flags of the first sample, or nil if there is none or they depend on an unknown default.
    ///
    /// - Parameter defaultSampleFlags: the flags of samples without their own: from `tfhd`, else `trex`.
    /// - Returns: the sample flags.
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
    ///   - sizes: the array to append to.
    ///   - defaultSampleSize: the size of samples without one of their own: from `tfhd`, else `trex`.
    package func appendSizes(to sizes: inout [UInt32], defaultSampleSize: UInt32) {
        guard flags & Self.sizePresent != 0 else {
            sizes.append(contentsOf: repeatElement(defaultSampleSize, count: Int(sampleCount)))
            return
        }
        let column = flags & Self.durationPresent != 0 ? 4 : 0
        for position in stride(from: table.startIndex + column, to: table.endIndex, by: Self.rowSize(flags)) {
            sizes.append(table[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// Returns the run with other sample sizes, listed in the run itself instead of taken from defaults.
    ///
    /// - Parameter sizes: the size of each sample, in bytes.
    /// - Returns: the changed run.
    package func replacingSizes(with sizes: [UInt32]) -> TrackRunBox {
        var run = self
        run.flags |= Self.sizePresent
        let (column, oldRowSize) = (flags & Self.durationPresent != 0 ? 4 : 0, Self.rowSize(flags))
        // The position in a row after the size.
        let sizeEnd = column + (flags & Self.sizePresent != 0 ? 4 : 0)
        var rows: [UInt8] = []
        rows.reserveCapacity(sizes.count * Self.rowSize(run.flags))
        for (index, size) in sizes.prefix(Int(sampleCount)).enumerated() {
            let row = table.dropFirst(index * oldRowSize).prefix(oldRowSize)
            rows += row.prefix(column)
            rows.append(bigEndian: size)
            rows += row.dropFirst(sizeEnd)
        }
        run.table = rows[...]
        return run
    }

    /// The serialized body, equal to the bytes that were read if nothing was changed.
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

    /// Returns the sum over all rows of the 32-bit number at byte `column` of the row.
    private func sum(ofColumn column: Int) -> UInt64 {
        // Cannot overflow: at most 2^32 numbers of 32 bits.
        stride(from: table.startIndex + column, to: table.endIndex, by: Self.rowSize(flags)).reduce(0) {
            $0 + table[$1..<$1 + 4].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private static let dataOffsetPresent: UInt32 = 0x01
    private static let durationPresent: UInt32 = 0x0100
    private static let sizePresent: UInt32 = 0x0200
    private static let flagsPresent: UInt32 = 0x0400

    /// Returns the size of a row in bytes: 4 for each of duration, size, flags and composition offset whose
    /// flag is set.
    private static func rowSize(_ flags: UInt32) -> Int { (flags >> 8 & 0x0F).nonzeroBitCount * 4 }
}

extension TrackRunBox {
    /// The fields of a run for one of its samples, each nil if the default applies.
    package struct Row: Hashable, Sendable {
        /// The duration in ticks.
        var duration: UInt32?
        /// The size in bytes.
        package var size: UInt32?
        /// The sample flags; for the first sample `firstSampleFlags`, if present.
        var flags: UInt32?
        /// The time from decoding to presentation, in ticks.
        ///
        /// Version 0 has no negative ones, but writers put them there, so the field is read as signed in both
        /// versions.
        package var compositionOffset: Int32?
    }

    /// Returns the fields of a sample by its index from 0, which has to be below `sampleCount`.
    package func row(_ index: Int) -> Row {
        var position = table.startIndex + index * Self.rowSize(flags)
        func word(_ flag: UInt32) -> UInt32? {
            guard flags & flag != 0 else { return nil }
            defer { position += 4 }
            return table[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        var row = Row(duration: word(0x0100), size: word(0x0200), flags: word(0x0400))
        row.compositionOffset = word(0x0800).map { Int32(bitPattern: $0) }
        if index == 0, let firstSampleFlags { row.flags = firstSampleFlags }
        return row
    }
}
