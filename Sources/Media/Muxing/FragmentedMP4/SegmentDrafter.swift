import Bitstreams
import ISOBaseMedia
import Mezzanines

/// Works out how large a segment is, and where its I-frames are.
struct SegmentDrafter {
    private let plan: FragmentPlan

    /// - Parameter plan: of the track.
    init(_ plan: FragmentPlan) { self.plan = plan }

    /// Looks at a segment.
    ///
    /// - Parameters:
    ///   - samples: those of the segment.
    ///   - start: bytes in front of its first fragment, without `styp`.
    /// - Returns: its size, and where I-frames are in it.
    /// - Throws: `MezzanineError` for a fragment of too many samples, and for a sample that is not in the source.
    func draft(_ samples: Range<Int>, behind start: UInt64) throws(MezzanineError) -> FragmentedMP4Maker.Draft
    {
        guard !samples.isEmpty else {
            let size = start + Fragment.empty(decodeTime: 0).totalSize
            return FragmentedMP4Maker.Draft(size: size, fragmentCount: 1, iFrames: [], accessPoint: 0)
        }
        var iterator = FragmentIterator(plan, samples)
        var (size, count): (UInt64, Int) = (start, 0)
        var iFrames: [MadeRendition.IFrame] = []
        var access = AccessPoint(plan.timeline)
        let limit = plan.track.bytes.size
        while true {
            var first: MovieSample?
            let next = try iterator.next { sample throws(MezzanineError) in
                if first == nil { first = sample }
                if count == 0 { access.add(sample) }
                try check(sample, limit)
            }
            guard let fragment = next, let first else { break }
            try check(fragment)
            if plan.track.content == .video, first.isSync {
                add(first, size..<size + UInt64(fragment.madeSize) + UInt64(first.size), to: &iFrames)
            }
            size += fragment.totalSize
            count += 1
        }
        return FragmentedMP4Maker.Draft(
            size: size,
            fragmentCount: count,
            iFrames: iFrames,
            accessPoint: access.bits
        )
    }

    /// Adds an I-frame; one that is shown before the start stands for the start, and only the last such.
    private func add(_ sample: MovieSample, _ range: Range<UInt64>, to iFrames: inout [MadeRendition.IFrame])
    {
        let ticks = max(0, plan.timeline.presentationTime(of: sample))
        let start = MediaTime(ticks: ticks, timescale: plan.track.timescale)
        if ticks == 0, let last = iFrames.last, last.start == start { iFrames.removeLast() }
        iFrames.append(MadeRendition.IFrame(range: range, start: start))
    }

    private func check(_ sample: MovieSample, _ limit: UInt64) throws(MezzanineError) {
        let end = sample.offset.addingReportingOverflow(UInt64(sample.size))
        guard !end.overflow, end.partialValue <= limit else {
            throw .malformed(
                path: plan.track.path,
                .truncated(
                    offset: sample.offset,
                    needed: UInt64(sample.size),
                    available: limit - min(limit, sample.offset)
                )
            )
        }
    }

    /// Checks that a `moof` is not too large.
    func check(_ fragment: Fragment) throws(MezzanineError) {
        guard fragment.movieFragmentSize <= Fragment.limit else {
            throw .unsupported(
                path: plan.track.path,
                what:
                    "a fragment of \(fragment.sampleCount) samples in track \(plan.track.identifier) (expected a moof of at most "
                    + "\(Fragment.limit >> 20) MiB)",
                "Make segments shorter."
            )
        }
    }
}

/// How a segment can be begun with, from the samples of its first fragment.
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

    /// starts_with_SAP and SAP_type (ISO/IEC 14496-12, 8.16.3): type 1, or not known where pictures are shown before the one
    /// that decoding begins with, which are decodable (type 2) or are not (type 3).
    var bits: UInt32 {
        guard let first, first.isSync else { return 0 }
        return hasLeadingPictures ? 0x8000_0000 : 0x9000_0000
    }
}
