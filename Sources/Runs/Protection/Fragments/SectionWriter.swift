import CommonEncryption
import Failures
import ISOBaseMedia
import Presentations
import SampleEncryption

/// Writes an fMP4 initialization section, clear or with the keys that it names.
struct SectionWriter: ResourceWriter {
    /// The keys that the section names, or nil for a clear section.
    let protection: SectionProtection?

    /// Writes the section.
    ///
    /// - Throws: `SampleEncryptionError` if the section cannot be protected, `RunFailure` if the input
    ///   cannot be read, `SystemCallError` if the output cannot be written.
    func write(_ files: borrowing OpenResource, buffers: inout BufferPool) throws -> SegmentOutcome {
        var clear = try files.sectionBytes()
        let section = try InitializationSection(clear)
        let mac = try SectionInvariant.mac(
            of: try protection.map { try section.movingParameterSets($0.movie) } ?? section,
            key: files.context.digestKey
        )
        try rewriteIndexes(in: &clear, files.output, files.context.offsetMaps)
        guard let protection else {
            try files.write(clear, clear.indices, at: 0)
            return SegmentOutcome(mac: mac, extent: OutputExtent(length: UInt64(clear.count)))
        }
        let protected = try SectionProtector(lines: files.context.lines)
            .protected(clear, protection, isFurtherForm: files.output.planned.isFurtherForm)
        try files.write(protected.bytes, protected.bytes.indices, at: 0)
        return SegmentOutcome(mac: mac, extent: protected.extent)
    }

    /// Updates the indexes in a section to the output offsets of its segments, if those are in the same file.
    private func rewriteIndexes(
        in bytes: inout [UInt8],
        _ output: OutputResource,
        _ offsetMaps: OutputOffsetMaps
    ) throws {
        let offsetMap = offsetMaps.offsets(for: output)
        guard offsetMap.runs.count > 1, !output.planned.isFurtherForm else { return }
        for box in try SectionProtector.boxes(of: bytes) where box.type == "sidx" {
            let index = try SegmentIndexRewriter.move(
                Array(bytes[box.indices]),
                at: output.resource.clearRange.lowerBound + box.range.lowerBound,
                to: offsetMap
            )
            bytes.replaceSubrange(box.indices, with: index)
        }
    }
}
