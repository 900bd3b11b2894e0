import Bitstreams
import ISOBaseMedia

/// A summary of the samples of one track in the fragments of a segment.
struct TrackSampleSummary: Sendable {
    private var start: UInt64?
    private var duration: UInt64 = 0
    private var count: UInt64 = 0
    private var startsWithSync: Bool?

    /// Adds the samples of a track fragment; values that its runs lack come from `tfhd`, or else from `trex`.
    ///
    /// - Parameters:
    ///   - fragment: the track fragment.
    ///   - defaults: `trex` of the track, or nil if there is none.
    /// - Throws: `ParseError` if a duration or the decode time is missing, or the sum of the durations
    ///   exceeds 64 bits.
    mutating func add(
        _ fragment: TrackFragmentBox,
        defaults: TrackExtendsBox?
    ) throws(ParseError) {
        guard let decodeTime = fragment.baseMediaDecodeTime else {
            throw .missing(offset: fragment.offset, "'tfdt' in box 'traf'")
        }
        if start == nil { start = decodeTime }
        let header = fragment.header
        let defaultDuration = header.defaultSampleDuration ?? defaults?.defaultSampleDuration
        let defaultFlags = header.defaultSampleFlags ?? defaults?.defaultSampleFlags
        for run in fragment.runs {
            guard let runDuration = run.duration(defaultSampleDuration: defaultDuration) else {
                throw .missing(offset: fragment.offset, "default_sample_duration")
            }
            let (sum, overflow) = duration.addingReportingOverflow(runDuration)
            guard !overflow else {
                throw .invalid(
                    offset: fragment.offset,
                    field: "durations",
                    found: "beyond 64 bits",
                    expected: "64 bits at most"
                )
            }
            if count == 0, run.sampleCount > 0 {
                startsWithSync = run.flagsOfFirstSample(defaultSampleFlags: defaultFlags)?.isSync
            }
            duration = sum
            count += UInt64(run.sampleCount)
        }
    }

    /// Sets the timing of a track, and for video whether it starts with a key frame.
    func describe(_ track: inout MediaTrack, timescale: UInt32) {
        track.timing = MediaTiming(
            start: start.map { MediaTicks(ticks: $0, timescale: timescale) },
            length: MediaTicks(ticks: duration, timescale: timescale),
            sampleCount: count,
            wraps: false
        )
        if track.content == .video { track.startsWithKeyFrame = startsWithSync }
    }
}
