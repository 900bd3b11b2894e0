package import Bitstreams

/// `trex`: the defaults of a track's fragments (ISO/IEC 14496-12, 8.8.3).
package struct TrackExtendsBox: Hashable, Sendable {
    /// The track.
    package let trackID: UInt32
    /// Which sample entry describes the samples, from 1.
    package let defaultSampleDescriptionIndex: UInt32
    /// Ticks.
    package let defaultSampleDuration: UInt32
    /// Bytes.
    package let defaultSampleSize: UInt32
    /// As in `trun`.
    package let defaultSampleFlags: UInt32

    /// Reads the body, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, newest: 0)
        trackID = try reader.uint32()
        defaultSampleDescriptionIndex = try reader.uint32()
        defaultSampleDuration = try reader.uint32()
        defaultSampleSize = try reader.uint32()
        defaultSampleFlags = try reader.uint32()
    }
}
