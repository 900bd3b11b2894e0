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
        let bytes: [UInt8]
        let length: UInt64
    }

    /// The result of writing a media resource.
    struct Outcome: Sendable {
        let mac: ResourceMAC
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
    private var gcmWriter = GCMResourceWriter()

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
        let offsetMaps: OutputOffsetMaps
        let cancellation: Cancellation
        let progress: any ProgressSink
    }

    /// Writes one media resource.
    ///
    /// `record` has the key; it is nil for clear resources and for fMP4 initialization sections.
    mutating func write(
        _ resource: MediaResource,
        record: KeyRecord?,
        in context: Context
    ) throws(PresentationError) -> Outcome {
        let input = try ClearPartReader.open(resource, in: context.source)
        do {
            let file = try OutputFile(path: resource.outputFile.path(under: context.outputRoot))
            let outcome: Outcome
            switch resource.protection {
            case .clear: outcome = try writeClear(resource, from: input, to: file, in: context)
            case .aes128:
                throw PresentationError.fault(
                    "\(resource.file): it is to be encrypted in parallel with others"
                )
            case .aes256GCM(_, let ivContext):
                guard let record else {
                    throw PresentationError.fault("\(resource.file): no key was committed")
                }
                outcome = Outcome(
                    mac: try gcmWriter.write(
                        resource,
                        at: ivContext,
                        record,
                        from: input,
                        to: file,
                        context
                    )
                )
            case .sampleAES(_, let format):
                guard let record else {
                    throw PresentationError.fault("\(resource.file): no key was committed")
                }
                let key = SampleAESKey(key: record.key, iv: record.iv)
                outcome = try SampleResourceWriter(resource, context).encrypt(
                    format,
                    key: key,
                    from: input,
                    to: file,
                    buffers: &sampleBuffers
                )
            case .fragments(_, let survey, let ivOrigin):
                guard let record else {
                    throw PresentationError.fault("\(resource.file): no key was committed")
                }
                outcome = try FragmentResourceWriter(resource, context).writeSegment(
                    survey,
                    .encrypted(try FragmentKey(record, ivOrigin, context.lines.policy)),
                    from: input,
                    to: file,
                    with: &fragmentWriter
                )
            case .section(let protection):
                outcome = try FragmentResourceWriter(resource, context)
                    .writeSection(protection, from: input, to: file)
            }
            try file.close()
            guard input.isUnchanged() else { throw PresentationError.mediaChanged(file: resource.file) }
            return outcome
        } catch {
            throw Self.failure(of: resource, from: input, error)
        }
    }

    /// Returns the error that is reported for an error of writing a media resource.
    static func failure(
        of resource: MediaResource,
        from input: borrowing SourceFile,
        _ error: any Error
    ) -> PresentationError {
        switch error {
        case let error as SystemCallError: .stage(error)
        // A file that is still being written shows errors that the finished one may not have.
        case is SampleEncryptionError where !input.isUnchanged(): .mediaChanged(file: resource.file)
        case let error as SampleEncryptionError: .protection(.samples(MediaLocation(resource), error))
        case let error as PresentationError: error
        default: .fault(String(describing: error))
        }
    }

    private mutating func writeClear(
        _ resource: MediaResource,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        in context: Context
    ) throws -> Outcome {
        switch resource.clearFormat {
        case .none: Outcome(mac: try copy(resource, from: input, to: file, in: context))
        case .movie?: try FragmentResourceWriter(resource, context).writeSection(nil, from: input, to: file)
        case .fragments(let survey)? where resource.isClearLead:
            try FragmentResourceWriter(resource, context)
                .writeSegment(survey, .clearLead, from: input, to: file, with: &fragmentWriter)
        case .some(let format):
            try SampleResourceWriter(resource, context)
                .copy(format, from: input, to: file, buffers: &sampleBuffers)
        }
    }

    private mutating func copy(
        _ resource: MediaResource,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        in context: Context
    ) throws -> ResourceMAC {
        var mac = try MediaAuthenticationCode(key: context.digestKey)
        var offset: UInt64 = 0
        while offset < resource.clearLength {
            let count = try readPiece(of: resource, at: offset, from: input, in: context)
            try mac.update(clear.span.extracting(0..<count))
            try file.write(clear, count: count, at: resource.outputOffset + offset)
            offset += UInt64(count)
        }
        return ResourceMAC(bytes: try mac.finish(), length: resource.clearLength)
    }

    private mutating func readPiece(
        of resource: MediaResource,
        at offset: UInt64,
        from input: borrowing SourceFile,
        in context: Context
    ) throws -> Int {
        try context.cancellation.check()
        let count = Int(min(UInt64(Self.pieceLength), resource.clearLength - offset))
        try ClearPartReader.read(resource, into: &clear, 0..<count, at: offset, from: input)
        context.progress.advance(by: UInt64(count))
        return count
    }
}
