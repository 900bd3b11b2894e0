import Bitstreams
import Ciphers
import ISOBaseMedia
package import ProtectionTerms
import SampleEncryption

/// Surveys segments of fragments: all boxes, and of the samples what tells which of their bytes are encrypted.
///
/// Whatever the encryptor would refuse is refused here, but for `sidx` boxes, which tell of places in the whole file.
package struct FragmentedSegmentSurveyor: Sendable {
    private let movie: MovieFormat
    private let scheme: ProtectionScheme
    private let isGrouped: Bool
    /// Storage that is kept from one segment to the next.
    private var window: [UInt8] = []

    /// - Parameters:
    ///   - movie: the clear initialization section; where samples may have parameter sets, with all of them.
    ///   - scheme: the scheme that is to be applied.
    ///   - isGrouped: see `FragmentKey`.
    package init(_ movie: MovieFormat, scheme: ProtectionScheme, isGrouped: Bool) {
        self.movie = movie
        self.scheme = scheme
        self.isGrouped = isGrouped
    }

    /// Surveys a segment.
    ///
    /// - Parameters:
    ///   - length: bytes of the segment.
    ///   - offset: where it starts in its file, for fragments that name places in the file.
    ///   - read: fills a range of a buffer with the bytes at an offset of the segment; all of them are there.
    /// - Returns: the survey.
    /// - Throws: `SampleEncryptionError`, and what `read` throws.
    package mutating func survey(
        length: UInt64,
        at offset: UInt64 = 0,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void
    ) throws -> FragmentedSegmentSurvey {
        try withoutActuallyEscaping(read) { read in
            var storage: [UInt8] = []
            swap(&storage, &window)
            let source = SegmentSource(length: length, window: storage, read: read)
            storage = []
            let survey = try survey(source, segmentOffset: offset)
            window = source.takeWindow()
            return survey
        }
    }

    private func survey(
        _ source: SegmentSource,
        segmentOffset: UInt64
    ) throws -> FragmentedSegmentSurvey {
        let zeros = [UInt8](repeating: 0, count: 16)
        let conversion =
            movie.isInBand ? try ConvertedSegment(movie, source, segmentOffset: segmentOffset) : nil
        let clear = movie
        let movie = movie.converted
        let source = conversion?.makeSource(window: []) ?? source
        var planner = FragmentPlanner(
            movie,
            scheme,
            keyID: zeros,
            vector: InitializationVector(mediaSequence: 0),
            isGrouped: isGrouped
        )
        var walk = SegmentWalk(source, segmentOffset: segmentOffset, movie)
        var encrypted: [OffsetMap.Insertion] = []
        var clearStart: [OffsetMap.Insertion] = []
        var survey = FragmentedSegmentSurvey(
            movie: clear,
            encrypted: FragmentedSegmentSurvey.Result(of: source, conversion, []),
            clearStart: FragmentedSegmentSurvey.Result(of: source, conversion, []),
            sampleCount: 0
        )
        while let step = try walk.next() {
            switch step {
            case .fragment(let box, let layout, let order):
                let plan = try planner.plan(layout, order, in: source)
                let start = try FragmentPlanner.clearStart(layout, movie)
                encrypted += OffsetMap.Insertion.change(of: box.range, to: plan.movieFragment.count)
                clearStart += OffsetMap.Insertion.change(of: box.range, to: start.movieFragment.count)
                survey.add(plan)
            case .box(let box) where box.type == "sidx":
                try check(box, in: source)
            case .box, .data:
                break
            }
        }
        survey.encrypted = FragmentedSegmentSurvey.Result(of: source, conversion, encrypted)
        survey.clearStart = FragmentedSegmentSurvey.Result(of: source, conversion, clearStart)
        return survey
    }

    /// Requires that a `sidx` can be read.
    private func check(_ box: SegmentBox, in source: SegmentSource) throws {
        try box.requireIndexSize()
        let bytes = Array(try source.bytes(box.range))
        try parsing { () throws(ParseError) in
            var reader = ByteReader(bytes[...], at: box.range.lowerBound)
            _ = try SegmentIndexBox(try Box(&reader))
        }
    }
}

extension FragmentedSegmentSurvey.Result {
    /// What becomes of a segment, which may be a converted one.
    fileprivate init(
        of source: SegmentSource,
        _ conversion: ConvertedSegment?,
        _ insertions: [OffsetMap.Insertion]
    ) {
        let map = OffsetMap(insertions: insertions)
        self.init(
            length: map.outputOffset(of: source.length) ?? source.length,
            map: conversion?.map(with: insertions) ?? map
        )
    }
}

extension FragmentedSegmentSurvey {
    /// Counts the samples of a fragment.
    fileprivate mutating func add(_ plan: FragmentProtection) {
        sampleCount += plan.sampleCount
        if crowdedSampleCount == 0 { firstCrowdedSample = plan.firstCrowdedSample ?? 0 }
        crowdedSampleCount += plan.crowdedSampleCount
    }
}
