import Bitstreams
import Ciphers
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// Plans the protection of the fragments of one segment, one after the other.
///
/// It reads only the parts of samples that decide their structure. Parameter sets and reference frames are
/// kept from sample to sample.
struct FragmentPlanner {
    private let movie: MovieFormat
    private let scheme: ProtectionScheme
    private let keyID: [UInt8]
    /// cbcs: the constant IV to be named in sample groups.
    private let constantIV: [UInt8]
    private let usesSampleGroups: Bool
    /// cenc: the IV of the next sample.
    private var nextIV: UInt64
    private var finder = MovieProtectedRangeFinder()
    private var foundRanges: [Range<Int>] = []
    private var subsamples = SubsampleList()

    /// - Parameters:
    ///   - movie: the clear initialization section.
    ///   - scheme: the protection scheme.
    ///   - keyID: the KID to be named in sample groups, 16 bytes.
    ///   - iv: the IV; see `FragmentKey.iv`.
    ///   - usesSampleGroups: whether fragments name their key in sample groups; see `FragmentKey`.
    init(
        _ movie: MovieFormat,
        _ scheme: ProtectionScheme,
        keyID: [UInt8],
        iv: InitializationVector,
        usesSampleGroups: Bool
    ) {
        self.movie = movie
        self.scheme = scheme
        self.keyID = keyID
        constantIV = iv.bytes
        self.usesSampleGroups = usesSampleGroups
        nextIV = iv.high
    }

    /// Plans a fragment of the clear lead: its samples refer to the clear entries, which follow the encrypted
    /// ones.
    static func planClearLead(
        _ layout: FragmentLayout,
        _ movie: MovieFormat
    ) throws(SampleEncryptionError) -> FragmentProtectionPlan {
        try layout.requireClear()
        var edit = MovieFragmentEdit(layout)
        for fragment in layout.trackFragments {
            let track = movie.tracks[fragment.trackIndex]
            guard track.isProtectable else { continue }
            let index = fragment.sampleDescriptionIndex + UInt32(clamping: track.entries.count)
            edit.setSampleDescription(index, of: fragment)
        }
        return FragmentProtectionPlan(
            movieFragment: try edit.finish(),
            ranges: [],
            sampleCount: 0,
            partlyProtectedSampleCount: 0,
            firstPartlyProtectedSample: nil
        )
    }

    /// Plans the encryption of a fragment.
    ///
    /// - Parameters:
    ///   - layout: the fragment.
    ///   - order: the order of its samples by offset, from `FragmentLayout.order`.
    ///   - source: the segment.
    /// - Returns: the plan.
    /// - Throws: `SampleEncryptionError` if the fragment cannot be encrypted; and any error of reading.
    mutating func plan(
        _ layout: FragmentLayout,
        _ order: SampleOrder,
        in source: SegmentSource
    ) throws -> FragmentProtectionPlan {
        try layout.requireClear()
        var edit = MovieFragmentEdit(layout)
        var builder = FragmentPlanBuilder()
        builder.firstRangeIndices.reserveCapacity(layout.samples.count + 1)
        for fragment in layout.trackFragments {
            let protection = try plan(fragment, of: layout, in: source, &builder)
            if let protection { edit.add(protection, to: fragment) }
        }
        return FragmentProtectionPlan(
            movieFragment: try edit.finish(),
            ranges: builder.ranges(in: order, count: layout.samples.count),
            sampleCount: builder.sampleCount,
            partlyProtectedSampleCount: builder.partlyProtectedSampleCount,
            firstPartlyProtectedSample: builder.firstPartlyProtectedSample
        )
    }

    /// Plans a track fragment.
    ///
    /// - Returns: the boxes to add to the track fragment, or nil for none.
    private mutating func plan(
        _ fragment: FragmentLayout.TrackFragment,
        of layout: FragmentLayout,
        in source: SegmentSource,
        _ builder: inout FragmentPlanBuilder
    ) throws -> MovieFragmentEdit.Protection? {
        let entry = movie.tracks[fragment.trackIndex].entries[Int(fragment.sampleDescriptionIndex) - 1]
        try Self.requireClear(entry, at: layout.range.lowerBound)
        guard entry.codec != .clear, !fragment.samples.isEmpty else {
            builder.firstRangeIndices.append(
                contentsOf: repeatElement(builder.ranges.count, count: fragment.samples.count)
            )
            return nil
        }
        let encryptsWholeSamples = entry.codec == .wholeSamples
        var information: [UInt8] = []
        var sizes: [UInt8] = []
        sizes.reserveCapacity(fragment.samples.count)
        for index in fragment.samples {
            builder.firstRangeIndices.append(builder.ranges.count)
            let start = information.count
            if scheme == .cenc { information.append(bigEndian: nextIV) }
            do {
                try plan(
                    layout.samples[index].range,
                    of: fragment,
                    entry.codec,
                    in: source,
                    &information,
                    &builder
                )
            } catch let error as SampleEncryptionError {
                throw error.adding(sampleName: layout.name(ofSampleAt: index))
            }
            // `SubsampleList` keeps the size within a byte.
            sizes.append(UInt8(clamping: information.count - start))
            if scheme == .cenc { nextIV &+= 1 }
        }
        builder.sampleCount += UInt64(fragment.samples.count)
        var protection = MovieFragmentEdit.Protection()
        protection.information = (information, sizes, !encryptsWholeSamples)
        if usesSampleGroups {
            protection.group = TrackEncryption(
                scheme,
                encryptsWholeSamples: encryptsWholeSamples,
                keyID: keyID,
                constantIV: constantIV
            )
        }
        return protection
    }

    private mutating func plan(
        _ range: Range<UInt64>,
        of fragment: FragmentLayout.TrackFragment,
        _ codec: SampleCodec,
        in source: SegmentSource,
        _ information: inout [UInt8],
        _ builder: inout FragmentPlanBuilder
    ) throws {
        guard codec != .wholeSamples else {
            if !range.isEmpty {
                builder.ranges.append(protectedRange(range, isPatterned: false, position: 0))
            }
            return
        }
        foundRanges.removeAll(keepingCapacity: true)
        var sample = SegmentSample(in: source, range)
        try finder.append(of: &sample, in: fragment, codec, to: &foundRanges)
        try subsamples.set(
            foundRanges,
            sampleSize: range.count,
            scheme,
            ivSize: scheme.perSampleIVSize,
            at: range.lowerBound
        )
        subsamples.write(to: &information)
        if subsamples.isTruncated {
            builder.partlyProtectedSampleCount += 1
            builder.firstPartlyProtectedSample = builder.firstPartlyProtectedSample ?? range.lowerBound
        }
        var position: UInt64 = 0
        for part in subsamples.ranges {
            let bytes =
                range.lowerBound + UInt64(part.lowerBound)..<range.lowerBound + UInt64(part.upperBound)
            builder.ranges.append(protectedRange(bytes, isPatterned: scheme == .cbcs, position: position))
            position += UInt64(part.count)
        }
    }

    private func protectedRange(
        _ range: Range<UInt64>,
        isPatterned: Bool,
        position: UInt64
    ) -> ProtectedRange {
        ProtectedRange(
            range: range,
            isPatterned: isPatterned,
            iv: CounterModeCipher.CounterBlock(high: nextIV),
            position: position
        )
    }

    private static func requireClear(
        _ entry: MovieTrackFormat.Entry,
        at offset: UInt64
    ) throws(SampleEncryptionError) {
        if entry.encryption != nil {
            throw .alreadyEncrypted(offset: offset, what: "sample entry '\(entry.format)'")
        }
        switch entry.codec {
        case .avc(let configuration), .hevc(let configuration):
            guard configuration.isInBand else { return }
            throw .unsupported(
                offset: offset,
                what: "parameter sets in samples (sample entry '\(entry.format)')",
                remedy: "Package the media with parameter sets in the initialization section (avc1, hvc1)"
            )
        case .av1, .wholeSamples, .clear:
            break
        }
    }
}

/// The results of planning the samples of a fragment, in the order of track fragments and runs.
struct FragmentPlanBuilder {
    /// The ranges to encrypt.
    var ranges: [ProtectedRange] = []
    /// For each sample, the index in `ranges` at which its ranges start, also if it has none.
    var firstRangeIndices: [Int] = []
    /// See `FragmentProtectionPlan`.
    var sampleCount: UInt64 = 0
    /// See `FragmentProtectionPlan`.
    var partlyProtectedSampleCount = 0
    /// See `FragmentProtectionPlan`.
    var firstPartlyProtectedSample: UInt64?

    /// Returns the ranges by ascending offset.
    func ranges(in order: SampleOrder, count: Int) -> [ProtectedRange] {
        guard !order.isFragmentOrder else { return ranges }
        var sorted: [ProtectedRange] = []
        sorted.reserveCapacity(ranges.count)
        for position in 0..<count {
            let index = order.index(position)
            let end = index + 1 < count ? firstRangeIndices[index + 1] : ranges.count
            sorted += ranges[firstRangeIndices[index]..<end]
        }
        return sorted
    }
}
