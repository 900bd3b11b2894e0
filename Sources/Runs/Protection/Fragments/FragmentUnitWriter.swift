import CommonEncryption
import ISOBaseMedia
import Presentations
import SampleEncryption

/// Writes media resources of fMP4: initialization sections, encrypted segments, and segments of a clear lead.
struct FragmentUnitWriter {
    private let unit: MediaUnit
    private let context: UnitWriter.Context

    init(_ unit: MediaUnit, _ context: UnitWriter.Context) {
        self.unit = unit
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
    ) throws -> UnitWriter.Outcome {
        try context.cancellation.check()
        var clear = try SectionReader.bytes(of: unit, from: input)
        let section = try InitializationSection(clear)
        let essence = try SectionEssence.code(
            of: try protection.map { try section.converted($0.movie) } ?? section,
            key: context.digestKey
        )
        try rewriteIndexes(in: &clear)
        var bytes = clear
        var transformation: MediaUnit.Transformation?
        if let protection {
            let protector = SectionProtector(lines: context.lines)
            let (protected, map) = try protector.protected(clear, protection, isDerived: unit.isDerived)
            bytes = protected
            transformation = MediaUnit.Transformation(outputLength: UInt64(bytes.count), map: map)
        }
        try file.write(bytes, bytes.indices, at: unit.outputOffset)
        context.progress.advance(by: unit.clearLength)
        return UnitWriter.Outcome(
            fingerprint: UnitWriter.Fingerprint(essence),
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
    ) throws -> UnitWriter.Outcome {
        var written: UInt64 = 0
        let outcome = try writer.write(
            survey.movie,
            treatment,
            length: unit.clearLength,
            at: unit.clearRange.lowerBound,
            places: context.places.places(for: unit)
        ) { buffer, range, offset in
            try context.cancellation.check()
            try UnitBytes.read(unit, into: &buffer, range, at: offset, from: input)
        } write: { bytes, range in
            try file.write(bytes, range, at: unit.outputOffset + written)
            written += UInt64(range.count)
            context.progress.advance(by: UInt64(range.count))
        }
        let transformation = MediaUnit.Transformation(outputLength: written, map: outcome.map)
        guard outcome.outputLength == written, transformation == unit.transformation else {
            throw PresentationError.fault(
                "\(unit.file): \(written) bytes were written, \(unit.outputLength) were planned"
            )
        }
        return UnitWriter.Outcome(
            fingerprint: UnitWriter.Fingerprint(outcome.essence),
            transformation: transformation
        )
    }

    /// Updates the indexes in a section to the output offsets of its segments, if those are in the same file.
    private func rewriteIndexes(in bytes: inout [UInt8]) throws {
        let places = context.places.places(for: unit)
        guard places.runs.count > 1, !unit.isDerived else { return }
        for box in try SectionProtector.boxes(of: bytes) where box.type == "sidx" {
            let index = try SegmentIndexPlaces.move(
                Array(bytes[box.range]),
                at: unit.clearRange.lowerBound + UInt64(box.range.lowerBound),
                to: places
            )
            bytes.replaceSubrange(box.range, with: index)
        }
    }
}
