import Bitstreams
import ISOBaseMedia
import Mezzanines

/// The data that all segments of a packed audio rendition share.
struct PackedAudioPlan: Sendable {
    /// The unacceptable lead of audio over video, in milliseconds (ITU-R BT.1359-1, 3).
    private static let audioLeadLimit: UInt64 = 90

    /// The cut track, with changes for packed audio.
    ///
    /// Each segment has frames, as a file without frames cannot be identified as packed audio. Gaps within a
    /// segment add up to at most 90 ms, as a decoder plays frames one after another from the time stamp in
    /// the tag on.
    let trackSegments: TrackSegments
    let framing: AudioFraming
    /// The file extension without the dot.
    let suffix: String
    private let timestamps: StreamTimestamps

    /// Plans packed audio for a track.
    ///
    /// - Throws: `MezzanineError` if packed audio cannot carry the codec.
    init(_ cut: TrackSegments) throws(MezzanineError) {
        self.trackSegments = cut.withoutEmptySegments.splitAfterGaps(
            longerThan: UInt64(cut.track.timescale) * Self.audioLeadLimit / 1000
        )
        framing = try AudioFraming(cut.track, container: "packed audio")
        suffix =
            switch cut.track.format.codec {
            case .ac3: "ac3"
            case .eac3: "ec3"
            default: "aac"
            }
        timestamps = StreamTimestamps(cut.timedTrack, samples: 0..<0)
    }

    /// Returns the size of a segment in bytes, including the tag.
    ///
    /// - Throws: `ParseError` if a sample is not a frame or is beyond the end of its source.
    func size(ofSegment index: Int) throws(ParseError) -> UInt64 {
        let range = trackSegments.segments[index].samples
        let available = trackSegments.track.bytes.size
        var cursor = trackSegments.track.samples.samples(from: range.lowerBound)
        var size = UInt64(TimestampTag.size)
        for _ in range {
            guard let sample = cursor.next() else { break }
            try framing.checkSize(sample.size, at: sample.offset)
            guard sample.offset <= available, UInt64(sample.size) <= available - sample.offset else {
                throw .truncated(
                    offset: sample.offset,
                    needed: UInt64(sample.size),
                    available: available - min(available, sample.offset)
                )
            }
            size += UInt64(framing.headerSize) + UInt64(sample.size)
        }
        return size
    }

    /// Returns the ID3 tag of a segment, with the time stamp of its first frame.
    func tag(ofSegment index: Int) -> [UInt8] {
        let segment = trackSegments.segments[index]
        var cursor = trackSegments.track.samples.samples(from: segment.samples.lowerBound)
        guard !segment.samples.isEmpty, let first = cursor.next() else {
            return TimestampTag.bytes(of: timestamps.ticks(segment.start))
        }
        return TimestampTag.bytes(of: timestamps.presentationTime(of: first))
    }
}
