import ISOBaseMedia
import Mezzanines

/// An iterator that divides the samples of a segment into fragments.
///
/// In video each sync sample starts a fragment, so that an I-frame with its `moof` is one byte range. A
/// sample after a gap in decode times also starts a fragment, because only `tfdt` can express the gap.
struct FragmentIterator {
    private let plan: FragmentedTrackPlan
    private let end: Int
    private let startsAtSyncSamples: Bool
    private var cursor: SampleIndex.Cursor
    private var upcoming: MovieSample?

    /// Starts at the first of `samples`.
    init(_ plan: FragmentedTrackPlan, _ samples: Range<Int>) {
        self.plan = plan
        end = samples.upperBound
        startsAtSyncSamples = plan.track.content == .video
        cursor = plan.track.samples.samples(from: samples.lowerBound)
        upcoming = samples.isEmpty ? nil : cursor.next()
    }

    /// Returns the next fragment, or nil after the last sample.
    ///
    /// - Parameter visit: called with each sample of the fragment, in order.
    /// - Returns: the fragment.
    /// - Throws: the error of `visit`.
    mutating func next<Failure: Error>(
        _ visit: (MovieSample) throws(Failure) -> Void
    ) throws(Failure) -> Fragment? {
        guard let first = upcoming else { return nil }
        var facts = FragmentFacts(first, plan.timeline.compositionOffset(of: first))
        let number = cursor.number - 1
        try visit(first)
        var decodeEnd = first.decodeTime &+ UInt64(first.duration)
        upcoming = advance()
        while let sample = upcoming, sample.decodeTime == decodeEnd, !(startsAtSyncSamples && sample.isSync) {
            try visit(sample)
            facts.add(sample, plan.timeline.compositionOffset(of: sample))
            decodeEnd = sample.decodeTime &+ UInt64(sample.duration)
            upcoming = advance()
        }
        return Fragment(
            firstSample: number,
            sampleCount: facts.count,
            decodeTime: plan.timeline.decodeTime(of: first),
            duration: facts.hasEqualDurations ? first.duration : nil,
            size: facts.hasEqualSizes ? first.size : nil,
            flags: facts.flags,
            hasCompositionOffsets: facts.hasCompositionOffsets,
            hasRollGroup: plan.rollGroup != nil,
            dataSize: facts.dataSize
        )
    }

    private mutating func advance() -> MovieSample? { cursor.number < end ? cursor.next() : nil }
}

/// The values that the samples of a fragment have in common.
private struct FragmentFacts {
    private let first: MovieSample
    private(set) var count = 1
    private(set) var dataSize: UInt64
    private(set) var hasEqualDurations = true
    private(set) var hasEqualSizes = true
    private(set) var hasCompositionOffsets: Bool
    /// Indicates whether any sample after the first is a sync sample (`hasSync`) or is not one (`hasOther`).
    private var hasSync = false
    private var hasOther = false

    init(_ first: MovieSample, _ compositionOffset: Int32) {
        self.first = first
        dataSize = UInt64(first.size)
        hasCompositionOffsets = compositionOffset != 0
    }

    mutating func add(_ sample: MovieSample, _ compositionOffset: Int32) {
        count += 1
        dataSize += UInt64(sample.size)
        if sample.duration != first.duration { hasEqualDurations = false }
        if sample.size != first.size { hasEqualSizes = false }
        if compositionOffset != 0 { hasCompositionOffsets = true }
        if sample.isSync { hasSync = true } else { hasOther = true }
    }

    var flags: Fragment.Flags {
        let kind: SampleKind = first.isSync ? .sync : .other
        switch (hasSync, hasOther) {
        case (true, true): return .each
        case (false, false): return .same(kind)
        case (true, false): return first.isSync ? .same(.sync) : .first(.other, others: .sync)
        case (false, true): return first.isSync ? .first(.sync, others: .other) : .same(.other)
        }
    }
}
