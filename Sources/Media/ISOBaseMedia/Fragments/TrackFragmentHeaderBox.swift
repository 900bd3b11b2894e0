package import Bitstreams

/// `tfhd`: the track and the sample defaults of a track fragment (ISO/IEC 14496-12, 8.8.7).
package struct TrackFragmentHeaderBox: Hashable, Sendable {
    /// track_ID of the track.
    package let trackID: UInt32
    /// base_data_offset, an offset in the file from which data offsets count, or nil if absent.
    ///
    /// RFC 8216 3.3 forbids it in HLS.
    package var baseDataOffset: UInt64?
    /// The index of the sample entry of the samples, from 1, or nil for the default of `trex`.
    package var sampleDescriptionIndex: UInt32?
    /// The default duration of a sample in ticks, or nil for that of `trex`.
    package let defaultSampleDuration: UInt32?
    /// The default size of a sample in bytes, or nil for that of `trex`.
    package let defaultSampleSize: UInt32?
    /// The default sample flags, or nil for those of `trex`.
    package let defaultSampleFlags: UInt32?
    /// Indicates whether the fragment has a duration but no samples (duration-is-empty).
    package let durationIsEmpty: Bool
    /// Indicates whether data offsets of this track count from the start of the `moof`
    /// (default-base-is-moof).
    package var defaultBaseIsMovieFragment: Bool

    /// The flags without meaning here, kept as they are.
    private let otherFlags: UInt32
    /// The bytes after the fields, kept as they are.
    private let rest: ArraySlice<UInt8>

    /// Reads the body, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let flags = try FullBoxHeader(&reader, maximumVersion: 0).flags
        trackID = try reader.uint32()
        baseDataOffset = flags & Flag.baseDataOffset != 0 ? try reader.uint64() : nil
        sampleDescriptionIndex = flags & Flag.sampleDescriptionIndex != 0 ? try reader.uint32() : nil
        defaultSampleDuration = flags & Flag.sampleDuration != 0 ? try reader.uint32() : nil
        defaultSampleSize = flags & Flag.sampleSize != 0 ? try reader.uint32() : nil
        defaultSampleFlags = flags & Flag.sampleFlags != 0 ? try reader.uint32() : nil
        durationIsEmpty = flags & Flag.durationIsEmpty != 0
        defaultBaseIsMovieFragment = flags & Flag.defaultBaseIsMovieFragment != 0
        otherFlags = flags & ~Flag.known
        rest = reader.remainingBytes
    }

    /// The serialized body, equal to the bytes that were read if nothing was changed.
    package var body: [UInt8] {
        var flags = otherFlags
        var fields: [UInt8] = []
        if let baseDataOffset {
            flags |= Flag.baseDataOffset
            fields.append(bigEndian: baseDataOffset)
        }
        let words: [(flag: UInt32, value: UInt32?)] = [
            (Flag.sampleDescriptionIndex, sampleDescriptionIndex),
            (Flag.sampleDuration, defaultSampleDuration),
            (Flag.sampleSize, defaultSampleSize),
            (Flag.sampleFlags, defaultSampleFlags),
        ]
        for word in words {
            guard let value = word.value else { continue }
            flags |= word.flag
            fields.append(bigEndian: value)
        }
        if durationIsEmpty { flags |= Flag.durationIsEmpty }
        if defaultBaseIsMovieFragment { flags |= Flag.defaultBaseIsMovieFragment }
        return [UInt8](bigEndian: flags) + [UInt8](bigEndian: trackID) + fields + rest
    }

    /// The bits of tf_flags.
    private enum Flag {
        static let baseDataOffset: UInt32 = 0x01
        static let sampleDescriptionIndex: UInt32 = 0x02
        static let sampleDuration: UInt32 = 0x08
        static let sampleSize: UInt32 = 0x10
        static let sampleFlags: UInt32 = 0x20
        static let durationIsEmpty: UInt32 = 0x01_0000
        static let defaultBaseIsMovieFragment: UInt32 = 0x02_0000
        static let known: UInt32 = 0x03_003B
    }
}
