import CommonEncryption
import ISOBaseMedia
import Presentations
import SampleEncryption

/// Writes media resources of fMP4: initialization sections, encrypted segments, and segments of a clear lead.
struct FragmentResourceWriter {
    private let resource: MediaResource
    private let context: ResourceWriter.Context

    init(_ resource: MediaResource, _ context: ResourceWriter.Context) {
        self.resource = resource
        self.context = context
    }

    /// Writes an initialization section.
    ///
    /// - Parameters:
    ///   - protection: the keys that the section names, or nil for a clear section.
    ///   - input: the clear file.
    ///   - file: the output file.
    /// - Returns: the outcome, with the MAC of the section's invariant.
    /// - Throws: `SampleEncryptionError` if the section cannot be protected, `PresentationError` if the input
    ///   cannot be read, `SystemCallError` if the output cannot be written.
    func writeSection(
        _ protection: SectionProtection?,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile
    ) throws -> ResourceWriter.Outcome {
        try context.cancellation.check()
        var clear = try SectionReader.bytes(of: resource, from: input)
        let section = try InitializationSection(clear)
        let mac = try SectionInvariant.mac(
            of: try protection.map { try section.movingParameterSets($0.movie) } ?? section,
            key: context.digestKey
        )
        try rewriteIndexes(in: &clear)
        var bytes = clear
        var transformation: MediaResource.Transformation?
        if let protection {
            let protector = SectionProtector(lines: context.lines)
            let (protected, map) = try protector.protected(
                clear,
                protection,
                isFurtherForm: resource.isFurtherForm
            )
            bytes = protected
            transformation = MediaResource.Transformation(outputLength: UInt64(bytes.count), map: map)
        }
        try file.write(bytes, bytes.indices, at: resource.outputOffset)
        context.progress.advance(by: resource.clearLength)
        return ResourceWriter.Outcome(
            mac: ResourceWriter.ResourceMAC(mac),
            transformation: transformation
        )
    }

    /// Writes a segment.
    ///
    /// - Parameters:
    ///   - survey: the survey of the segment.
    ///   - treatment: encryption with a key, or the form of a clear lead.
    ///   - input: the clear file.
    ///   - file: the output file.
    ///   - writer: the writer, which keeps its buffers for the next segment.
    /// - Returns: the outcome, with the MAC of the segment's invariant.
    /// - Throws: the errors of `writeSection`.
    func writeSegment(
        _ survey: FragmentedSegmentSurvey,
        _ treatment: FragmentTreatment,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        with writer: inout FragmentedSegmentWriter
    ) throws -> ResourceWriter.Outcome {
        var written: UInt64 = 0
        let outcome = try writer.write(
            survey.movie,
            treatment,
            length: resource.clearLength,
            at: resource.clearRange.lowerBound,
            offsetMap: context.offsetMaps.offsets(for: resource)
        ) { buffer, range, offset in
            try context.cancellation.check()
            try ClearPartReader.read(resource, into: &buffer, range, at: offset, from: input)
        } write: { bytes, range in
            try file.write(bytes, range, at: resource.outputOffset + written)
            written += UInt64(range.count)
            context.progress.advance(by: UInt64(range.count))
        }
        let transformation = MediaResource.Transformation(outputLength: written, map: outcome.map)
        guard outcome.outputLength == written, transformation == resource.transformation else {
            throw PresentationError.fault(
                "\(resource.file): \(written) bytes were written, \(resource.outputLength) were planned"
            )
        }
        return ResourceWriter.Outcome(
            mac: ResourceWriter.ResourceMAC(outcome.invariant),
            transformation: transformation
        )
    }

    /// Updates the indexes in a section to the output offsets of its segments, if those are in the same file.
    private func rewriteIndexes(in bytes: inout [UInt8]) throws {
        let offsetMap = context.offsetMaps.offsets(for: resource)
        guard offsetMap.runs.count > 1, !resource.isFurtherForm else { return }
        for box in try SectionProtector.boxes(of: bytes) where box.type == "sidx" {
            let index = try SegmentIndexRewriter.move(
                Array(bytes[box.range]),
                at: resource.clearRange.lowerBound + UInt64(box.range.lowerBound),
                to: offsetMap
            )
            bytes.replaceSubrange(box.range, with: index)
        }
    }
}
