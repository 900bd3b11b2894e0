import Ciphers
import CommonEncryption
import KeyStore
import Presentations
import SampleEncryption

/// Writes media resources into the stage one after another, clear or with encrypted samples.
///
/// Resources of AES-128 go through `SegmentLanes` instead; those of AES-256-GCM use a `GCMResourceWriter`.
///
/// There is one pass, through buffers that the writer keeps: each piece is read, authenticated for the
/// store's digest, encrypted and written while it is in the cache. Memory does not grow with a segment.
package struct ResourceWriter {
    /// The MAC of a media resource, and the length in bytes that it covers, for the digest of a rendition.
    struct ResourceMAC: Hashable, Sendable {
        let code: [UInt8]
        let length: UInt64
    }

    /// The result of writing a media resource.
    struct Outcome: Sendable {
        let fingerprint: ResourceMAC
        /// The length and offset map in the output, or nil if both follow from the method alone.
        var transformation: MediaResource.Transformation?
    }

    /// The size of a piece, in bytes.
    ///
    /// It is large enough for cheap system calls, and small enough for a core's second-level cache.
    package static let pieceLength = 256 * 1024

    private var clear = [UInt8](repeating: 0, count: pieceLength)
    private var sampleBuffers = BufferPool()
    private var fragmentWriter: FragmentedSegmentWriter
    private var sealedWriter = GCMResourceWriter()

    /// Creates a writer; `digestKey` is the key of the MACs, as in the context.
    init(digestKey: ContentKey) {
        fragmentWriter = FragmentedSegmentWriter(digestKey: digestKey)
    }

    /// The parameters that all writers share: source files, output directory, keys and reporting.
    struct Context: Sendable {
        let source: SourceFiles
        let outputRoot: String
        let digestKey: ContentKey
        /// The source of the key lines and `pssh` boxes.
        let lines: KeyLines
        /// The output offsets in fMP4 files, which indexes (`sidx`) need.
        let places: OutputOffsetMaps
        let cancellation: Cancellation
        let progress: any ProgressSink
    }

    /// Writes one media resource.
    ///
    /// `record` has the key; it is nil for clear resources and for fMP4 initialization sections.
    mutating func write(
        _ unit: MediaResource,
        record: KeyRecord?,
        in context: Context
    ) throws(PresentationError) -> Outcome {
        let input = try ClearPartReader.open(unit, in: context.source)
        do {
            let file = try OutputFile(path: unit.outputFile.path(under: context.outputRoot))
            let outcome: Outcome
            switch unit.protection {
            case .clear: outcome = try writeClear(unit, from: input, to: file, in: context)
            case .aes128:
                throw PresentationError.fault("\(unit.file): it is to be encrypted in parallel with others")
            case .aes256GCM(_, let place):
                guard let record else { throw PresentationError.fault("\(unit.file): no key was committed") }
                outcome = Outcome(
                    fingerprint: try sealedWriter.write(
                        unit,
                        at: place,
                        record,
                        from: input,
                        to: file,
                        context
                    )
                )
            case .sampleAES(_, let format):
                guard let record else { throw PresentationError.fault("\(unit.file): no key was committed") }
                let key = SampleAESKey(key: record.key, iv: record.iv)
                outcome = try SampleResourceWriter(unit, context).encrypt(
                    format,
                    key: key,
                    from: input,
                    to: file,
                    buffers: &sampleBuffers
                )
            case .fragments(_, let survey, let source):
                guard let record else { throw PresentationError.fault("\(unit.file): no key was committed") }
                outcome = try FragmentResourceWriter(unit, context).writeSegment(
                    survey,
                    .encrypted(try FragmentKey(record, source, context.lines.policy)),
                    from: input,
                    to: file,
                    with: &fragmentWriter
                )
            case .section(let protection):
                outcome = try FragmentResourceWriter(unit, context)
                    .writeSection(protection, from: input, to: file)
            }
            try file.close()
            guard input.isUnchanged() else { throw PresentationError.mediaChanged(file: unit.file) }
            return outcome
        } catch {
            throw Self.failure(of: unit, from: input, error)
        }
    }

    /// Returns the error that is reported for an error of writing a media resource.
    static func failure(
        of unit: MediaResource,
        from input: borrowing SourceFile,
        _ error: any Error
    ) -> PresentationError {
        switch error {
        case let error as SystemCallError: .stage(error)
        // A file that is still being written shows errors that the finished one may not have.
        case is SampleEncryptionError where !input.isUnchanged(): .mediaChanged(file: unit.file)
        case let error as SampleEncryptionError: .protection(.samples(MediaLocation(unit), error))
        case let error as PresentationError: error
        default: .fault(String(describing: error))
        }
    }

    private mutating func writeClear(
        _ unit: MediaResource,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        in context: Context
    ) throws -> Outcome {
        switch unit.clearFormat {
        case .none: Outcome(fingerprint: try copy(unit, from: input, to: file, in: context))
        case .movie?: try FragmentResourceWriter(unit, context).writeSection(nil, from: input, to: file)
        case .fragments(let survey)? where unit.isClearLead:
            try FragmentResourceWriter(unit, context)
                .writeSegment(survey, .clearLead, from: input, to: file, with: &fragmentWriter)
        case .some(let format):
            try SampleResourceWriter(unit, context)
                .copy(format, from: input, to: file, buffers: &sampleBuffers)
        }
    }

    private mutating func copy(
        _ unit: MediaResource,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        in context: Context
    ) throws -> ResourceMAC {
        var code = try MediaAuthenticationCode(key: context.digestKey)
        var done: UInt64 = 0
        while done < unit.clearLength {
            let count = try readPiece(of: unit, at: done, from: input, in: context)
            try code.update(clear.span.extracting(0..<count))
            try file.write(clear, count: count, at: unit.outputOffset + done)
            done += UInt64(count)
        }
        return ResourceMAC(code: try code.finish(), length: unit.clearLength)
    }

    private mutating func readPiece(
        of unit: MediaResource,
        at done: UInt64,
        from input: borrowing SourceFile,
        in context: Context
    ) throws -> Int {
        try context.cancellation.check()
        let wanted = Int(min(UInt64(Self.pieceLength), unit.clearLength - done))
        try ClearPartReader.read(unit, into: &clear, 0..<wanted, at: done, from: input)
        context.progress.advance(by: UInt64(wanted))
        return wanted
    }
}
