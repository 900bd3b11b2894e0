import Ciphers
import CommonEncryption
import Failures
import Inspection
import MediaSyntax
import Presentations
import SampleEncryption

/// Checks verification items whose samples are encrypted one by one.
///
/// It reads record by record: decrypts what is encrypted, checks the result and compares it with the source.
struct SampleItemChecker {
    /// The container format of samples.
    enum Packing {
        case transportStream
        case packedAudio
        /// fMP4 fragments, whose initialization sections are read too.
        case fragmentedMP4
    }

    /// The key of the MACs.
    let digestKey: ContentKey
    let cancellation: Cancellation
    let progress: any ProgressSink
    private var programMaps = ProgramMapCache()
    private var movieFormats = MovieFormatCache()
    private var buffers = BufferPool()
    private var sourceBuffers = BufferPool()

    init(digestKey: ContentKey, cancellation: Cancellation, progress: any ProgressSink) {
        self.digestKey = digestKey
        self.cancellation = cancellation
        self.progress = progress
    }

    /// Checks one item.
    ///
    /// - Parameters:
    ///   - item: the item.
    ///   - packing: the container format of its samples.
    ///   - outcome: receives the result.
    /// - Throws: `RunFailure` to stop, and `SystemCallError` and `VerificationFailure` for the item's
    ///   own file.
    mutating func check(
        _ item: VerificationItem,
        _ packing: Packing,
        into outcome: inout VerificationItemChecker.Outcome
    ) throws {
        var expectation = item.expectation
        expectation.hasEncryptedSamples = item.hasEncryptedSamples
        let inputFile = try InputFile(path: item.location.path)
        // A clear I-frame has the range of the source, which is widened here; an encrypted one has whole
        // packets.
        let widenedInput =
            item.hasEncryptedSamples || packing != .transportStream
            ? item.input : try item.input.inWholePackets(of: inputFile)
        let container = try container(packing, item.input, keyID: item.keyID)
        var file = try open(
            inputFile,
            widenedInput,
            container,
            key: item.sampleKey,
            expectation,
            buffers.takeAll()
        )
        outcome.range = file.range
        var sink = try InvariantSink(
            digestKey: digestKey,
            source: item.source?.location.name,
            isCut: item.isCut,
            movie: container.movie
        )
        var source = openSource(of: item, packing, container.movie, &sink)
        var failure: SampleEncryptionError?
        do throws {
            try read(&file, &source, into: &sink)
        } catch let error as SampleEncryptionError {
            failure = error
        }
        let result = InvariantResult(
            item: item,
            container: container,
            syntax: file.syntax,
            sourceSyntax: source?.syntax,
            counters: file.counters,
            sourceCounters: source?.counters,
            programMaps: file.programMaps,
            sourceProgramMaps: source?.programMaps ?? [],
            audioDescription: file.audioDescription,
            setups: sink.sampleCheck.setups,
            samplesFault: sink.sampleCheck.fault,
            possibleSamplesFault: sink.sampleCheck.possibleFault,
            failure: failure,
            difference: sink.comparison?.difference,
            sourceFailure: sink.sourceFailure
        )
        result.write(to: &outcome)
        buffers = file.takeBuffers()
        if let source = consume source { sourceBuffers = source.takeBuffers() }
        guard failure == nil else { return }
        let mac = try sink.finish()
        outcome.mac = mac.bytes
        outcome.macCoveredLength = mac.length
    }

    private func read(
        _ file: inout InvariantFile,
        _ source: inout InvariantFile?,
        into sink: inout InvariantSink
    ) throws {
        while true {
            let record = try file.next { count throws in
                try cancellation.check()
                progress.advance(by: UInt64(count))
            }
            let sourceRecord = sink.isComparing ? Self.next(of: &source, &sink) : nil
            guard let record else {
                if sourceRecord != nil {
                    sink.comparison?.compareEnds(nil, sourceRecord, at: file.length)
                } else if let sourceCutCount = source?.cutCount {
                    sink.comparison?.compareCutBytes(file.cutCount, sourceCutCount, at: file.length)
                }
                return
            }
            try file.withBytes(of: record) { bytes throws in
                try sink.add(record, bytes)
                if let sourceRecord {
                    try source?.withBytes(of: sourceRecord) {
                        sink.comparison?.compare(record, bytes, with: sourceRecord, $0)
                    }
                } else if sink.isComparing {
                    sink.comparison?.compareEnds(record, nil, at: record.offset)
                }
            }
        }
    }

    /// Returns the next record of the source, or nil if there is none or the source cannot be read.
    private static func next(of source: inout InvariantFile?, _ sink: inout InvariantSink) -> InvariantRecord?
    {
        do {
            return try source?.next()
        } catch {
            sink.sourceFailed(SourceBytes.failure(source?.path ?? "", reason(error)))
            return nil
        }
    }

    private mutating func openSource(
        of item: VerificationItem,
        _ packing: Packing,
        _ movie: MovieFormat?,
        _ sink: inout InvariantSink
    ) -> InvariantFile? {
        guard let sourceInput = item.source else { return nil }
        let path = sourceInput.location.path
        do {
            let inputFile = try SourceBytes.open(path)
            let widenedInput =
                packing == .transportStream ? try sourceInput.inWholePackets(of: inputFile) : sourceInput
            let container = try container(packing, sourceInput, keyID: nil)
            if let sourceMovie = container.movie, sourceMovie.allowsInBandParameterSets, let movie,
                !movie.allowsInBandParameterSets
            {
                let converted = try ConvertedSource(
                    inputFile,
                    range: sourceInput.location.range,
                    movie: sourceMovie.takingParameterSets(from: movie),
                    isCut: item.isCut
                )
                return try converted.invariantFile(expecting: item.expectation, sourceBuffers.takeAll())
            }
            return try open(
                inputFile,
                widenedInput,
                container,
                key: nil,
                item.expectation,
                sourceBuffers.takeAll()
            )
        } catch let failure as VerificationFailure where failure.rule == .sourceMedia {
            sink.sourceFailed(failure)
        } catch {
            sink.sourceFailed(SourceBytes.failure(path, Self.reason(error)))
        }
        return nil
    }

    private mutating func container(
        _ packing: Packing,
        _ input: VerificationItem.Input,
        keyID: [UInt8]?
    ) throws(VerificationFailure) -> InvariantReader.Container {
        switch packing {
        case .transportStream: .transportStream
        case .packedAudio: .packedAudio
        case .fragmentedMP4: .fragmentedMP4(try movieFormats.movie(of: input.tables), keyID: keyID)
        }
    }

    private mutating func open(
        _ file: consuming InputFile,
        _ input: VerificationItem.Input,
        _ container: InvariantReader.Container,
        key: SampleAESKey?,
        _ expectation: ExpectedSyntax,
        _ buffers: consuming BufferPool
    ) throws -> InvariantFile {
        let range = try input.location.range(in: file)
        let tables = container == .transportStream ? input.tables : nil
        return InvariantFile(
            file,
            range: range,
            reader: try InvariantReader(
                container,
                key: key,
                initializationTables: tables.flatMap { programMaps.programMap(of: $0) },
                isWhole: expectation.role != .iFrameRange,
                at: range.lowerBound,
                buffers: buffers
            ),
            sectionProgramMap: tables.flatMap { programMaps.programMap(of: $0)?.map },
            expecting: expectation
        )
    }

    /// Describes why a source cannot be read, to follow its name in a message.
    private static func reason(_ error: any Error) -> String {
        let byte = (error as? SampleEncryptionError).map { ", byte \($0.offset ?? 0)" } ?? ""
        return "cannot be read (\(VerificationFailure.reason(of: error))\(byte))"
    }
}

extension VerificationItem {
    /// Indicates whether the bytes may end inside a PES packet.
    fileprivate var isCut: Bool { expectation.role == .iFrameRange }
}

extension InvariantReader.Container {
    /// The movie format of the initialization section, or nil if these are not fragments.
    var movie: MovieFormat? {
        guard case .fragmentedMP4(let movie, _) = self else { return nil }
        return movie
    }
}
