import Ciphers
import Failures
import Presentations
import SampleEncryption

/// A writer of one media resource, from its clear file to its output file.
///
/// There is one pass (two for AES-256-GCM, `GCMSegmentEncryptor`), through buffers that the thread keeps: each
/// piece is read, authenticated for the store's digest, encrypted and written while it is in the cache. Memory
/// does not grow with a media resource.
///
/// Conformers: `ByteCopier` and `ClearSampleCopier` for clear media, `SectionWriter` for fMP4 initialization
/// sections, `SegmentWriter` for everything that a `SegmentEncryptor` encrypts. AES-128 goes through
/// `SegmentLanes` instead, which write several media resources side by side.
protocol ResourceWriter {
    /// Writes a media resource.
    ///
    /// - Parameters:
    ///   - files: the open files.
    ///   - buffers: storage that is reused from one media resource to the next.
    /// - Returns: the MAC for the digest of the rendition, and the extent of what was written.
    /// - Throws: errors that `OpenResource.error(for:)` explains.
    func write(_ files: borrowing OpenResource, buffers: inout BufferPool) throws -> SegmentOutcome
}

/// The parameters that all writers share: source files, output directory, keys and reporting.
struct WriterContext: Sendable {
    let source: SourceFiles
    let outputRoot: String
    /// The key of the MACs.
    let digestKey: ContentKey
    /// The source of the keys and `pssh` boxes.
    let lines: KeyLines
    /// The output offsets in fMP4 files, which indexes (`sidx`) need.
    let offsetMaps: OutputOffsetMaps
    let cancellation: Cancellation
    let progress: any ProgressSink
}

/// The clear file and the output file of a media resource, both open.
struct OpenResource: ~Copyable {
    /// The media resource and its offsets.
    let output: OutputResource
    /// The parameters that all writers share.
    let context: WriterContext
    private let input: SourceFile
    private let file: OutputFile

    /// The clear media resource.
    var resource: MediaResource { output.resource }

    /// Opens the files of a media resource.
    ///
    /// - Throws: `RunFailure` if a file cannot be opened, or has changed since the presentation was
    ///   read.
    init(_ output: OutputResource, in context: WriterContext) throws(RunFailure) {
        let input = try ClearPartReader.open(output.resource, in: context.source)
        file = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try OutputFile(path: output.planned.outputFile.path(under: context.outputRoot))
        }
        self.input = input
        self.output = output
        self.context = context
    }

    /// Fills a range of a buffer with the clear bytes at an offset of the media resource.
    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(RunFailure) {
        try context.cancellation.check()
        try ClearPartReader.read(resource, into: &buffer, range, at: offset, from: input)
    }

    /// Returns the clear bytes of an fMP4 initialization section.
    ///
    /// - Throws: the errors of `SectionReader`.
    func sectionBytes() throws(RunFailure) -> [UInt8] {
        try context.cancellation.check()
        return try SectionReader.bytes(of: resource, from: input)
    }

    /// Writes a range of a buffer at an offset of the media resource in the output.
    ///
    /// Progress counts clear bytes; it is assumed that as many were read as are written.
    ///
    /// - Throws: `RunFailure.interrupted` after a cancellation, `SystemCallError` if the bytes cannot be
    ///   written.
    func write(_ buffer: [UInt8], _ range: Range<Int>, at offset: UInt64) throws {
        try context.cancellation.check()
        try file.write(buffer, range, at: output.offset + offset)
        let written = min(resource.clearLength, offset)
        let end = min(resource.clearLength, offset + UInt64(range.count))
        context.progress.advance(by: end - written)
    }

    /// Writes the 16 bytes before the media resource in the output file.
    func writeLeadingIV(_ iv: InitializationVector) throws(SystemCallError) {
        let offset = output.offset - AES128SegmentLayout.blockLength
        try file.write(iv.bytes, count: iv.bytes.count, at: offset)
    }

    /// Closes the output file.
    ///
    /// - Parameter outcome: what was written.
    /// - Throws: `RunFailure` if data could not be written, or the clear file changed meanwhile.
    func close(_ outcome: SegmentOutcome) throws(RunFailure) {
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in try file.close() }
        guard input.isUnchanged() else { throw .mediaFileChanged(file: resource.file) }
        guard output.planned.treatment.mayGrow || outcome.extent == output.extent else {
            throw .fault(
                "\(resource.file): \(outcome.extent.length) bytes were written, \(output.extent.length) were planned"
            )
        }
        if outcome.extent.length < resource.clearLength {
            context.progress.advance(by: resource.clearLength - outcome.extent.length)
        }
    }

    /// Returns the error that is reported for an error of writing the media resource.
    func error(for error: any Error) -> RunFailure {
        switch error {
        case is GCMSegmentEncryptor.ChangedSegment: .mediaFileChanged(file: resource.file)
        // A file that is still being written shows errors that the finished one may not have.
        case is SampleEncryptionError where !input.isUnchanged(): .mediaFileChanged(file: resource.file)
        default: RunFailure(writing: error, at: MediaLocation(resource))
        }
    }
}
