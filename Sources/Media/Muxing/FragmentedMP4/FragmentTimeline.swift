import ISOBaseMedia
import Mezzanines

/// The conversion of the times of a track to those of its fragments.
///
/// Composition offsets are shifted so that the smallest is 0. None is negative, because FFmpeg (up to 8.1)
/// shows all pictures of fragments with negative offsets too late, by the largest of them, and so out of sync
/// with the audio. If decoding then starts before the presentation (reordered pictures, AAC priming, a cut
/// within a group of pictures), decode times start at 0 and an edit list removes the part before the start.
/// Otherwise there is no edit list, and decode times alone place the media.
struct FragmentTimeline: Hashable, Sendable {
    /// The ticks to add to the decode time of a sample.
    let decodeTimeShift: Int64
    /// The ticks to subtract from the composition offset of a sample.
    let compositionBase: Int64
    /// media_time of the edit list in ticks, or 0 for no edit list.
    let editMediaTime: Int64
    /// The duration of the shortest sample except the last, in ticks; 0 without samples.
    let shortestDuration: UInt32

    /// The limit of times in ticks: sums of a few smaller times fit into 64 bits.
    private static let limit: Int128 = 1 << 60

    /// Derives the conversion from all samples of a cut track.
    ///
    /// - Throws: `MezzanineError` if times do not fit into the fields of a fragment.
    init(_ segments: TrackSegments) throws(MezzanineError) {
        let summary = SampleSummary(segments)
        guard let first = summary.first else {
            decodeTimeShift = 0
            compositionBase = 0
            editMediaTime = 0
            shortestDuration = 0
            return
        }
        let base = Int128(summary.compositionOffsets.lowerBound)
        let shift = Int128(segments.timedTrack.shift) + base
        let start = Int128(first.decodeTime) + shift
        let edit = max(0, -start)
        let totalShift = shift + edit
        guard totalShift.magnitude < Self.limit.magnitude, edit < Self.limit,
            Int128(summary.endTime) + totalShift < Self.limit,
            Int128(summary.compositionOffsets.upperBound) - base <= Int128(Int32.max)
        else {
            throw .unsupported(
                path: segments.track.path,
                what:
                    "times of track \(segments.track.identifier) that are too far apart (expected at most 2^60 ticks)",
                "Write the file anew."
            )
        }
        decodeTimeShift = Int64(totalShift)
        compositionBase = Int64(base)
        editMediaTime = Int64(edit)
        shortestDuration = summary.shortestDuration
    }

    /// Returns the decode time of a sample in its fragment, in ticks.
    func decodeTime(of sample: MovieSample) -> UInt64 {
        UInt64(bitPattern: Int64(bitPattern: sample.decodeTime) &+ decodeTimeShift)
    }

    /// Returns the composition offset of a sample in its fragment, in ticks.
    func compositionOffset(of sample: MovieSample) -> Int32 {
        Int32(truncatingIfNeeded: Int64(sample.compositionOffset) - compositionBase)
    }

    /// Returns the presentation time of a sample, in ticks from the start of the presentation.
    func presentationTime(of sample: MovieSample) -> Int64 {
        Int64(bitPattern: decodeTime(of: sample)) &+ Int64(compositionOffset(of: sample)) &- editMediaTime
    }
}

extension FragmentTimeline {
    /// The result of one pass over the samples of all segments.
    private struct SampleSummary {
        var first: MovieSample?
        var compositionOffsets: ClosedRange<Int32> = 0...0
        var endTime: UInt64 = 0
        var shortestDuration: UInt32 = 0

        init(_ segments: TrackSegments) {
            let numbers = segments.packagedSamples
            var cursor = segments.track.samples.samples(from: numbers.lowerBound)
            var (low, high) = (Int32.max, Int32.min)
            while cursor.number < numbers.upperBound, let sample = cursor.next() {
                if first == nil {
                    first = sample
                    shortestDuration = sample.duration
                }
                if cursor.number < numbers.upperBound, sample.duration < shortestDuration {
                    shortestDuration = sample.duration
                }
                low = min(low, sample.compositionOffset)
                high = max(high, sample.compositionOffset)
                let end = sample.decodeTime.addingReportingOverflow(UInt64(sample.duration))
                endTime = max(endTime, end.overflow ? .max : end.partialValue)
            }
            if first != nil { compositionOffsets = low...high }
        }
    }
}

extension TrackSegments {
    /// The samples of all segments, by index in the track.
    fileprivate var packagedSamples: Range<Int> {
        let filled = segments.lazy.map(\.samples).filter { !$0.isEmpty }
        guard let first = filled.first?.lowerBound else { return 0..<0 }
        return first..<max(first, segments.last { !$0.samples.isEmpty }?.samples.upperBound ?? first)
    }
}
