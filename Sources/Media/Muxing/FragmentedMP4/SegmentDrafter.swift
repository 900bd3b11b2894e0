import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A calculator of the size of a segment and the ranges of its I-frames.
struct SegmentDrafter {
    private let plan: FragmentedTrackPlan

    init(_ plan: FragmentedTrackPlan) { self.plan = plan }

    /// Computes the draft of a segment.
    ///
    /// - Parameters:
    ///   - samples: the samples of the segment, by index in the track.
    ///   - start: the number of bytes before its first fragment, without `styp`.
    /// - Returns: the size of the segment and the ranges of its I-frames.
    /// - Throws: `MezzanineError` if a fragment has too many samples or a sample is beyond the end of the
    ///   source.
    func draft(_ samples: Range<Int>, startingAt start: UInt64) throws(MezzanineError)
        -> FragmentedMP4Muxer.Draft
    {
        guard !samples.isEmpty else {
            let size = start + Fragment.empty(decodeTime: 0).totalSize
            return FragmentedMP4Muxer.Draft(size: size, fragmentCount: 1, iFrames: [], accessPoint: 0)
        }
        var iterator = FragmentIterator(plan, samples)
        var (size, count): (UInt64, Int) = (start, 0)
        var iFrames: [GeneratedRendition.IFrame] = []
        var accessPoint = AccessPoint(plan.timeline)
        let sourceSize = plan.track.bytes.size
        while true {
            var first: MovieSample?
            let next = try iterator.next { sample throws(MezzanineError) in
                if first == nil { first = sample }
                if count == 0 { accessPoint.add(sample) }
                try check(sample, sourceSize)
            }
            guard let fragment = next, let first else { break }
            try check(fragment)
            if plan.track.content == .video, first.isSync {
                add(first, size..<size + UInt64(fragment.generatedSize) + UInt64(first.size), to: &iFrames)
            }
            size += fragment.totalSize
            count += 1
        }
        return FragmentedMP4Muxer.Draft(
            size: size,
            fragmentCount: count,
            iFrames: iFrames,
            accessPoint: accessPoint.bits
        )
    }

    /// Adds an I-frame.
    ///
    /// One that is presented before the start gets the time of the start and replaces an earlier such
    /// I-frame.
    private func add(
        _ sample: MovieSample,
        _ range: Range<UInt64>,
        to iFrames: inout [GeneratedRendition.IFrame]
    ) {
        let ticks = max(0, plan.timeline.presentationTime(of: sample))
        let start = MediaTime(ticks: ticks, timescale: plan.track.timescale)
        if ticks == 0, let last = iFrames.last, last.start == start { iFrames.removeLast() }
        iFrames.append(GeneratedRendition.IFrame(range: range, start: start))
    }

    private func check(_ sample: MovieSample, _ sourceSize: UInt64) throws(MezzanineError) {
        let end = sample.offset.addingReportingOverflow(UInt64(sample.size))
        guard !end.overflow, end.partialValue <= sourceSize else {
            throw .malformed(
                path: plan.track.path,
                .truncated(
                    offset: sample.offset,
                    needed: UInt64(sample.size),
                    available: sourceSize - min(sourceSize, sample.offset)
                )
            )
        }
    }

    /// Throws if the `moof` of a fragment is too large.
    func check(_ fragment: Fragment) throws(MezzanineError) {
        guard fragment.movieFragmentSize <= Fragment.movieFragmentLimit else {
            throw .unsupported(
                path: plan.track.path,
                what:
                    "a fragment of \(fragment.sampleCount) samples in track \(plan.track.identifier) (expected a moof of at most "
                    + "\(Fragment.movieFragmentLimit >> 20) MiB)",
                "Make segments shorter."
            )
        }
    }
}

/// The stream access point at the start of a segment, determined from the samples of its first fragment.
private struct AccessPoint {
    private let timeline: FragmentTimeline
    private var first: (isSync: Bool, time: Int64)?
    private var hasLeadingPictures = false

    init(_ timeline: FragmentTimeline) { self.timeline = timeline }

    mutating func add(_ sample: MovieSample) {
        let time = timeline.presentationTime(of: sample)
        guard let first else {
            self.first = (sample.isSync, time)
            return
        }
        if time < first.time { hasLeadingPictures = true }
    }

    /// starts_with_SAP and SAP_type (ISO/IEC 14496-12, 8.16.3).
    ///
    /// The type is 1, or 0 (unknown) if pictures are presented before the first decoded one: they may be
    /// decodable (type 2) or not (type 3).
    var bits: UInt32 {
        guard let first, first.isSync else { return 0 }
        return hasLeadingPictures ? 0x8000_0000 : 0x9000_0000
    }
}
