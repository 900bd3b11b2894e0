import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A track as packed audio.
struct PackedAudioPlan: Sendable {
    /// Sound that is heard so much early, in milliseconds, is not acceptable (ITU-R BT.1359-1, 3).
    private static let earliest: UInt64 = 90

    /// The cut track: each segment has frames, as without one nobody can tell what it is, and only small gaps, as its frames follow
    /// one another from the time in its tag on.
    let cut: TrackSegments
    /// How its frames stand in a segment.
    let format: AudioFrameFormat
    /// What file names end with.
    let suffix: String
    private let times: StreamTimes

    /// The form of a track.
    ///
    /// - Throws: `MezzanineError` for a codec that packed audio cannot carry.
    init(_ cut: TrackSegments) throws(MezzanineError) {
        self.cut = cut.withoutEmptySegments.startingBehindGaps(
            longerThan: UInt64(cut.track.timescale) * Self.earliest / 1000
        )
        format = try AudioFrameFormat(cut.track, container: "packed audio")
        suffix =
            switch cut.track.format.codec {
            case .ac3: "ac3"
            case .eac3: "ec3"
            default: "aac"
            }
        times = StreamTimes(cut.timed, samples: 0..<0)
    }

    /// Bytes of a segment.
    ///
    /// - Throws: `ParseError` for a sample that is no frame, or that is not in its source.
    func size(ofSegment index: Int) throws(ParseError) -> UInt64 {
        let range = cut.segments[index].samples
        let available = cut.track.bytes.size
        var cursor = cut.track.samples.samples(from: range.lowerBound)
        var size = UInt64(TimestampTag.size)
        for _ in range {
            guard let sample = cursor.next() else { break }
            try format.check(sample.size, at: sample.offset)
            guard sample.offset <= available, UInt64(sample.size) <= available - sample.offset else {
                throw .truncated(
                    offset: sample.offset,
                    needed: UInt64(sample.size),
                    available: available - min(available, sample.offset)
                )
            }
            size += UInt64(format.headerSize) + UInt64(sample.size)
        }
        return size
    }

    /// The tag in front of a segment: the time of its first frame.
    func tag(ofSegment index: Int) -> [UInt8] {
        let segment = cut.segments[index]
        var cursor = cut.track.samples.samples(from: segment.samples.lowerBound)
        guard !segment.samples.isEmpty, let first = cursor.next() else {
            return TimestampTag.bytes(of: times.ticks(segment.start))
        }
        return TimestampTag.bytes(of: times.presentationTime(of: first))
    }
}
