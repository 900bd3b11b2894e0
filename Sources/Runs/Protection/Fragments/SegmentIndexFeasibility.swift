import Bitstreams
import CommonEncryption
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
    /// - Throws: `PresentationError` for an index that is refused, or a file that cannot be read.
    static func check(_ layout: OutputLayout, of files: SourceFiles) throws(PresentationError) {
        let checker = SegmentIndexFeasibility(files: files, offsetMaps: OutputOffsetMaps(layout))
        for (index, planned) in layout.plan.media.resources.enumerated()
        where planned.treatment.rewritesBoxes && !planned.isFurtherForm {
            try checker.check(planned.resource, checker.offsetMaps.offsets(for: layout[index]))
        }
        for box in layout.plan.carriedBoxes where box.isIndex {
            let input = try ClearPartReader.open(box, in: files)
            try checker.check(box, 0, box.clearLength, input, checker.offsetMaps.offsets(of: box.file))
        }
    }

    private func check(
        _ resource: MediaResource,
        _ offsetMap: FileOffsetMap
    ) throws(PresentationError) {
        let input = try ClearPartReader.open(resource, in: files)
        var offset: UInt64 = 0
        while offset < resource.clearLength {
            let count = min(UInt64(BoxHeader.maximumSize), resource.clearLength - offset)
            var reader = ByteReader(
                try ClearPartReader.bytes(offset, count, of: resource, input)[...],
                at: offset
            )
            let size: UInt64
            let header: BoxHeader
            do {
                header = try BoxHeader(&reader)
            } catch {
                throw .protection(.samples(MediaLocation(resource), .malformed(error)))
            }
            switch header.extent {
            case .bytes(let bytes): size = min(bytes, resource.clearLength - offset)
            case .toTheEnd: size = resource.clearLength - offset
            }
            if header.type == "sidx" {
                try check(resource, offset, size, input, offsetMap)
            }
            offset += max(size, 1)
        }
    }

    /// Rewrites an index as the writer will do it, and discards the result.
    private func check(
        _ part: some ClearPart,
        _ offset: UInt64,
        _ size: UInt64,
        _ input: borrowing SourceFile,
        _ offsetMap: FileOffsetMap
    ) throws(PresentationError) {
        let box = try ClearPartReader.bytes(offset, size, of: part, input)
        do {
            _ = try SegmentIndexRewriter.move(box, at: part.clearRange.lowerBound + offset, to: offsetMap)
        } catch {
            throw .protection(.samples(MediaLocation(part, at: 0), error))
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
