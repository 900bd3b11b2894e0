package import Bitstreams

/// `trex`: the sample defaults of a track in movie fragments (ISO/IEC 14496-12, 8.8.3).
package struct TrackExtendsBox: Hashable, Sendable {
    /// track_ID of the track.
    package let trackID: UInt32
    /// The index of the default sample entry, from 1.
    package let defaultSampleDescriptionIndex: UInt32
    /// The default duration of a sample, in ticks.
    package let defaultSampleDuration: UInt32
    /// The default size of a sample, in bytes.
    package let defaultSampleSize: UInt32
    /// The default sample flags; see `SampleFlags`.
    package let defaultSampleFlags: UInt32

    /// Reads the body, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        trackID = try reader.uint32()
        defaultSampleDescriptionIndex = try reader.uint32()
        defaultSampleDuration = try reader.uint32()
        defaultSampleSize = try reader.uint32()
        defaultSampleFlags = try reader.uint32()
    }
}
