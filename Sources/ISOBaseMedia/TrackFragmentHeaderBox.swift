package import Bitstreams

/// `tfhd`: the track of a fragment and the defaults of its samples (ISO/IEC 14496-12, 8.8.7).
package struct TrackFragmentHeaderBox: Hashable, Sendable {
    /// The track.
    package let trackID: UInt32
    /// An absolute file offset that data offsets count from.
    ///
    /// RFC 8216 3.3 excludes it in HLS.
    package let baseDataOffset: UInt64?
    /// Which sample entry describes the samples, from 1.
    package let sampleDescriptionIndex: UInt32?
    /// Ticks.
    package let defaultSampleDuration: UInt32?
    /// Bytes.
    package let defaultSampleSize: UInt32?
    /// As in `trun`.
    package let defaultSampleFlags: UInt32?
    /// The time runs on without samples.
    package let durationIsEmpty: Bool
    /// Data offsets of this track count from the start of the `moof`.
    package let defaultBaseIsMovieFragment: Bool

    /// Reads the body, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let flags = try FullBoxHeader(&reader, newest: 0).flags
        trackID = try reader.uint32()
        baseDataOffset = flags & 0x01 != 0 ? try reader.uint64() : nil
        sampleDescriptionIndex = flags & 0x02 != 0 ? try reader.uint32() : nil
        defaultSampleDuration = flags & 0x08 != 0 ? try reader.uint32() : nil
        defaultSampleSize = flags & 0x10 != 0 ? try reader.uint32() : nil
        defaultSampleFlags = flags & 0x20 != 0 ? try reader.uint32() : nil
        durationIsEmpty = flags & 0x01_0000 != 0
        defaultBaseIsMovieFragment = flags & 0x02_0000 != 0
    }
}
