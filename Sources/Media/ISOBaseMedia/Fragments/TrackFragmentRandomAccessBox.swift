package import Bitstreams

/// `tfra`: the file offsets of the fragments with sync samples of a track (ISO/IEC 14496-12, 8.8.10).
package struct TrackFragmentRandomAccessBox: Hashable, Sendable {
    /// The entry of one sync sample.
    package struct Entry: Hashable, Sendable {
        fileprivate let time: UInt64
        /// The offset of the sample's `moof` in the file.
        package var movieFragmentOffset: UInt64
        fileprivate let numbers: ArraySlice<UInt8>
    }

    /// The sync samples, in order.
    package var entries: [Entry]
    private let fields: ArraySlice<UInt8>
    private let version: UInt8
    private let rest: ArraySlice<UInt8>

    /// Reads the body, versions 0 and 1.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        fields = reader.remainingBytes.prefix(16)
        version = try FullBoxHeader(&reader, maximumVersion: 1).version
        try reader.skip(4)
        let sizes = try reader.uint32()
        // traf_number, trun_number and sample_number, each of one to four bytes.
        let size = [4, 2, 0].reduce(3) { $0 + Int(sizes >> UInt32($1) & 0x03) }
        let count = try reader.uint32()
        var table = try reader.subreader(UInt64(count) * UInt64((version == 0 ? 8 : 16) + size))
        var entries: [Entry] = []
        while !table.isAtEnd {
            let time = version == 0 ? UInt64(try table.uint32()) : try table.uint64()
            let offset = version == 0 ? UInt64(try table.uint32()) : try table.uint64()
            let numbers = try table.read(size)
            entries.append(Entry(time: time, movieFragmentOffset: offset, numbers: numbers))
        }
        self.entries = entries
        rest = reader.remainingBytes
    }

    /// The maximum `moof` offset in the version of this box.
    package var maximumOffset: UInt64 { version == 0 ? UInt64(UInt32.max) : .max }

    /// The serialized body, equal to the bytes that were read if nothing was changed.
    ///
    /// - Precondition: offsets are at most `maximumOffset`.
    package var body: [UInt8] {
        var body = Array(fields)
        for entry in entries {
            for value in [entry.time, entry.movieFragmentOffset] {
                if version == 0 {
                    body.append(bigEndian: UInt32(truncatingIfNeeded: value))
                } else {
                    body.append(bigEndian: value)
                }
            }
            body += entry.numbers
        }
        return body + rest
    }
}
