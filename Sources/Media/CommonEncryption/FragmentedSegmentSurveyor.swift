import Bitstreams
import Ciphers
import ISOBaseMedia
package import ProtectionTerms
import SampleEncryption

/// Surveys clear fMP4 segments: parses all boxes, and the parts of samples that decide which bytes are
/// encrypted.
///
/// It refuses everything that the encryptor would refuse, except references of `sidx` that cannot be moved:
/// these depend on the whole file.
package struct FragmentedSegmentSurveyor: Sendable {
    private let movie: MovieFormat
    private let scheme: ProtectionScheme
    private let usesSampleGroups: Bool
    /// Storage reused from segment to segment.
    private var window: [UInt8] = []

    /// - Parameters:
    ///   - movie: the clear initialization section; if samples may have parameter sets, with all of them
    ///     added.
    ///   - scheme: the protection scheme to be applied.
    ///   - usesSampleGroups: whether fragments will name their key in sample groups; see `FragmentKey`.
    package init(_ movie: MovieFormat, scheme: ProtectionScheme, usesSampleGroups: Bool) {
        self.movie = movie
        self.scheme = scheme
        self.usesSampleGroups = usesSampleGroups
    }

    /// Surveys a segment.
    ///
    /// - Parameters:
    ///   - length: the length of the segment, in bytes.
    ///   - offset: the offset of the segment in its file in bytes, for fragments with absolute data offsets.
    ///   - read: fills a range of the buffer with the bytes at an offset of the segment; never called beyond
    ///     its end.
    /// - Returns: the survey.
    /// - Throws: `SampleEncryptionError` if the segment cannot be protected; and any error of `read`.
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
            movie.allowsInBandParameterSets
            ? try ConvertedSegment(movie, source, segmentOffset: segmentOffset) : nil
        let clearMovie = movie
        let movie = movie.disallowingInBandParameterSets
        let source = conversion?.makeSource(window: []) ?? source
        var planner = FragmentPlanner(
            movie,
            scheme,
            keyID: zeros,
            iv: InitializationVector(mediaSequence: 0),
            usesSampleGroups: usesSampleGroups
        )
        var iterator = SegmentBoxIterator(source, segmentOffset: segmentOffset, movie)
        var encryptionSizeChanges: [OffsetMap.SizeChange] = []
        var clearLeadSizeChanges: [OffsetMap.SizeChange] = []
        var survey = FragmentedSegmentSurvey(
            movie: clearMovie,
            encrypted: OutputExtent(of: source, conversion, []),
            clearLead: OutputExtent(of: source, conversion, []),
            sampleCount: 0
        )
        while let step = try iterator.next() {
            switch step {
            case .fragment(let box, let layout, let order):
                let plan = try planner.plan(layout, order, in: source)
                let clearLeadPlan = try FragmentPlanner.planClearLead(layout, movie)
                encryptionSizeChanges += OffsetMap.SizeChange.changes(
                    of: box.range,
                    to: plan.movieFragment.count
                )
                clearLeadSizeChanges += OffsetMap.SizeChange.changes(
                    of: box.range,
                    to: clearLeadPlan.movieFragment.count
                )
                survey.add(plan)
            case .box(let box) where box.type == "sidx":
                try check(box, in: source)
            case .box, .data:
                break
            }
        }
        survey.encrypted = OutputExtent(of: source, conversion, encryptionSizeChanges)
        survey.clearLead = OutputExtent(of: source, conversion, clearLeadSizeChanges)
        return survey
    }

    /// Throws if a `sidx` cannot be parsed.
    private func check(_ box: TopLevelBox, in source: SegmentSource) throws {
        try box.requireIndexSize()
        let bytes = Array(try source.bytes(box.range))
        try wrappingParseErrors { () throws(ParseError) in
            var reader = ByteReader(bytes[...], at: box.range.lowerBound)
            _ = try SegmentIndexBox(try Box(&reader))
        }
    }
}

extension OutputExtent {
    /// Creates the extent of a segment, which may be a converted one.
    fileprivate init(
        of source: SegmentSource,
        _ conversion: ConvertedSegment?,
        _ sizeChanges: [OffsetMap.SizeChange]
    ) {
        let map = OffsetMap(sizeChanges: sizeChanges)
        self.init(
            length: map.outputOffset(of: source.length) ?? source.length,
            map: conversion?.map(with: sizeChanges) ?? map
        )
    }
}

extension FragmentedSegmentSurvey {
    fileprivate mutating func add(_ plan: FragmentProtectionPlan) {
        sampleCount += plan.sampleCount
        if partlyProtectedSampleCount == 0 {
            firstPartlyProtectedSample = plan.firstPartlyProtectedSample ?? 0
        }
        partlyProtectedSampleCount += plan.partlyProtectedSampleCount
    }
}
