import Bitstreams
import CommonEncryption
import Failures
import ISOBaseMedia
import Presentations
import SampleEncryption

/// Refuses a `sidx` that could not be correct in the output.
///
/// It would refer to bytes that are not there, or to more bytes than its fields can express. The survey
/// cannot notice that, because it reads one media resource at a time.
struct SegmentIndexFeasibility {
    private let files: SourceFiles
    private let offsetMaps: OutputOffsetMaps

    /// Checks the indexes in all media resources in which bytes move, and those between media resources.
    ///
    /// - Parameters:
    ///   - layout: the output files. Bytes that keys add to initialization sections may be
    ///     missing: they count only if a section is between an index and the bytes that it refers to.
    ///   - files: the source files of the presentation.
    /// - Throws: `RunFailure` for an index that is refused, or a file that cannot be read.
    static func check(_ layout: OutputLayout, of files: SourceFiles) throws(RunFailure) {
        let checker = SegmentIndexFeasibility(files: files, offsetMaps: OutputOffsetMaps(layout))
        for (index, planned) in layout.plan.media.resources.enumerated()
        where planned.treatment.rewritesBoxes && !planned.isFurtherForm {
            try checker.check(planned.resource, checker.offsetMaps.offsets(for: layout[index]))
        }
        for box in layout.plan.carriedBoxes where box.isIndex {
            let input = try ClearPartReader.open(box, in: files)
            try checker.check(box, 0..<box.clearLength, input, checker.offsetMaps.offsets(of: box.file))
        }
    }

    private func check(
        _ resource: MediaResource,
        _ offsetMap: FileOffsetMap
    ) throws(RunFailure) {
        let input = try ClearPartReader.open(resource, in: files)
        var iterator = TopLevelBoxIterator(0..<resource.clearLength)
        while let range = iterator.headerRange {
            let headerBytes = try ClearPartReader.bytes(
                range.lowerBound,
                UInt64(range.count),
                of: resource,
                input
            )
            let box = try mapErrors(to: { .samples(MediaLocation(resource), .malformed($0)) }) {
                () throws(ParseError) in try iterator.next(headerBytes[...])
            }
            if box.type == "sidx" {
                try check(resource, box.range, input, offsetMap)
            }
        }
    }

    /// Rewrites an index as the writer will do it, and discards the result.
    private func check(
        _ part: some ClearPart,
        _ range: Range<UInt64>,
        _ input: borrowing SourceFile,
        _ offsetMap: FileOffsetMap
    ) throws(RunFailure) {
        let box = try ClearPartReader.bytes(range.lowerBound, UInt64(range.count), of: part, input)
        let offset = part.clearRange.lowerBound + range.lowerBound
        _ = try mapErrors(to: { .samples(MediaLocation(part, at: 0), $0) }) {
            () throws(SampleEncryptionError) in
            try SegmentIndexRewriter.move(box, at: offset, to: offsetMap)
        }
    }
}

extension ResourceTreatment {
    /// Indicates whether the boxes of the media resource are rewritten.
    fileprivate var rewritesBoxes: Bool {
        switch self {
        case .fragments, .section, .clearLead: true
        case .clear, .aes128, .aes256GCM, .transportStream, .packedAudio: false
        }
    }
}
