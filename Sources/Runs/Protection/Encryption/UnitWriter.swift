import Ciphers
import CommonEncryption
import KeyStore
import Presentations
import SampleEncryption

/// Writes units of media into the stage, one after the other, through buffers that it keeps: clear ones, and those of
/// which samples are encrypted.
///
/// Units of AES-128 go through a `SegmentLanes`, many at once; those of AES-256-GCM through a `SealedUnitWriter`.
///
/// One pass: each piece is read, authenticated for the store's digest, encrypted and written while it is in the
/// cache. The memory does not depend on the length of a segment.
package struct UnitWriter {
    /// What the digest of a rendition takes of a unit.
    struct Fingerprint: Hashable, Sendable {
        let code: [UInt8]
        let length: UInt64
    }

    /// What became of a unit.
    struct Outcome: Sendable {
        let fingerprint: Fingerprint
        /// What SAMPLE-AES made of it; nil where bytes are where they are expected.
        var transformation: MediaUnit.Transformation?
    }

    /// Large enough to make system calls cheap, small enough to stay in a core's second-level cache.
    package static let pieceLength = 256 * 1024

    private var clear = [UInt8](repeating: 0, count: pieceLength)
    private var sampleBuffers = SampleAESBuffers()
    private var fragmentWriter: FragmentedSegmentWriter
    private var sealedWriter = SealedUnitWriter()

    /// A writer; `digestKey` is that of the context.
    init(digestKey: ContentKey) {
        fragmentWriter = FragmentedSegmentWriter(digestKey: digestKey)
    }

    /// Where files come from, where they go, and what stops the work.
    struct Context: Sendable {
        let source: SourceFiles
        let outputRoot: String
        let digestKey: ContentKey
        /// What is said of keys.
        let lines: KeyLines
        /// Where the bytes of fMP4 go.
        let places: OutputPlaces
        let cancellation: Cancellation
        let progress: any ProgressSink
    }

    /// Writes one unit; `record` is the key of an encrypted one.
    mutating func write(
        _ unit: MediaUnit,
        record: KeyRecord?,
        in context: Context
    ) throws(PresentationError) -> Outcome {
        let input = try UnitBytes.open(unit, in: context.source)
        do {
            let file = try OutputFile(path: unit.outputFile.path(under: context.outputRoot))
            let outcome: Outcome
            switch unit.protection {
            case .clear: outcome = try writeClear(unit, from: input, to: file, in: context)
            case .aes128: throw PresentationError.fault("\(unit.file): it is to be encrypted beside others")
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
                outcome = try SampleUnitWriter(unit, context).encrypt(
                    format,
                    key: key,
                    from: input,
                    to: file,
                    buffers: &sampleBuffers
                )
            case .fragments(_, let survey, let source):
                guard let record else { throw PresentationError.fault("\(unit.file): no key was committed") }
                outcome = try FragmentUnitWriter(unit, context).writeSegment(
                    survey,
                    .encrypted(try FragmentKey(record, source, context.lines.policy)),
                    from: input,
                    to: file,
                    with: &fragmentWriter
                )
            case .section(let protection):
                outcome = try FragmentUnitWriter(unit, context)
                    .writeSection(protection, from: input, to: file)
            }
            try file.close()
            guard input.isUnchanged() else { throw PresentationError.mediaChanged(file: unit.file) }
            return outcome
        } catch {
            throw Self.failure(of: unit, from: input, error)
        }
    }

    /// What an error of writing a unit means.
    static func failure(
        of unit: MediaUnit,
        from input: borrowing SourceFile,
        _ error: any Error
    ) -> PresentationError {
        switch error {
        case let error as SystemCallError: .stage(error)
        // Half a file that somebody is writing is not what the media are like.
        case is SampleEncryptionError where !input.isUnchanged(): .mediaChanged(file: unit.file)
        case let error as SampleEncryptionError: .protection(.samples(MediaPlace(unit), error))
        case let error as PresentationError: error
        default: .fault(String(describing: error))
        }
    }

    private mutating func writeClear(
        _ unit: MediaUnit,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        in context: Context
    ) throws -> Outcome {
        switch unit.clearFormat {
        case .none: Outcome(fingerprint: try copy(unit, from: input, to: file, in: context))
        case .movie?: try FragmentUnitWriter(unit, context).writeSection(nil, from: input, to: file)
        case .fragments(let survey)? where unit.isClearStart:
            try FragmentUnitWriter(unit, context)
                .writeSegment(survey, .clearStart, from: input, to: file, with: &fragmentWriter)
        case .some(let format):
            try SampleUnitWriter(unit, context)
                .copy(format, from: input, to: file, buffers: &sampleBuffers)
        }
    }

    private mutating func copy(
        _ unit: MediaUnit,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        in context: Context
    ) throws -> Fingerprint {
        var code = try MediaAuthenticationCode(key: context.digestKey)
        var done: UInt64 = 0
        while done < unit.clearLength {
            let count = try readPiece(of: unit, at: done, from: input, in: context)
            try code.update(clear.span.extracting(0..<count))
            try file.write(clear, count: count, at: unit.outputOffset + done)
            done += UInt64(count)
        }
        return Fingerprint(code: try code.finish(), length: unit.clearLength)
    }

    private mutating func readPiece(
        of unit: MediaUnit,
        at done: UInt64,
        from input: borrowing SourceFile,
        in context: Context
    ) throws -> Int {
        try context.cancellation.check()
        let wanted = Int(min(UInt64(Self.pieceLength), unit.clearLength - done))
        try UnitBytes.read(unit, into: &clear, 0..<wanted, at: done, from: input)
        context.progress.advance(by: UInt64(wanted))
        return wanted
    }
}
