import Bitstreams

/// `mvhd`: the properties of a whole movie (ISO/IEC 14496-12, 8.2.2).
package struct MovieHeaderBox: Hashable, Sendable {
    /// The ticks per second of edit durations; 0 in damaged files.
    package let timescale: UInt32
    /// The offset of the timescale field in the stream.
    package let timescaleOffset: UInt64
    /// The transformation matrix, applied to pictures after the matrix of their track.
    package let matrix: DisplayMatrix

    /// Reads the body, versions 0 and 1.
    init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let isLong = try FullBoxHeader(&reader, maximumVersion: 1).version == 1
        // creation_time, modification_time
        try reader.skip(isLong ? 16 : 8)
        timescaleOffset = reader.offset
        timescale = try reader.uint32()
        // duration, rate, volume, reserved
        try reader.skip((isLong ? 8 : 4) + 4 + 2 + 10)
        matrix = try DisplayMatrix(&reader)
        // pre_defined, next_track_ID
        try reader.skip(24 + 4)
    }
}
