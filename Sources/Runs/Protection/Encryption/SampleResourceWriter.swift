import Ciphers
import CommonEncryption
import Presentations
import SampleEncryption
import TransportStreams

/// Writes a media resource of known sample format: encrypted with SAMPLE-AES, or clear.
///
/// Reads pieces straight into the worker's buffer, and writes them straight out of it.
struct SampleResourceWriter {
    private let resource: MediaResource
    private let context: ResourceWriter.Context

    init(_ resource: MediaResource, _ context: ResourceWriter.Context) {
        self.resource = resource
        self.context = context
    }

    /// Encrypts the samples of the media resource.
    ///
    /// `buffers` are kept for the next one.
    ///
    /// - Throws: `SampleEncryptionError` if the media cannot be encrypted, `PresentationError` if the input
    ///   cannot be read or has changed, `SystemCallError` if the output cannot be written.
    func encrypt(
        _ format: SurveyedFormat,
        key: SampleAESKey,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        buffers: inout BufferPool
    ) throws -> ResourceWriter.Outcome {
        var encryptor = try encryptor(of: format, key: key, buffers: &buffers)
        var offset: UInt64 = 0
        var written: UInt64 = 0
        var isLast = false
        while !isLast {
            let count = try nextPiece(at: offset)
            try encryptor.fill(count: count) { (buffer, range) throws(PresentationError) in
                try read(into: &buffer, range.prefix(count), at: offset, from: input)
                return count
            }
            offset += UInt64(count)
            isLast = offset == resource.clearLength
            try encryptor.process(isLast: isLast)
            try encryptor.drain { (bytes, range) throws(SystemCallError) in
                try file.write(bytes, range, at: resource.outputOffset + written)
                written += UInt64(range.count)
            }
        }
        let outcome = try encryptor.finish(returning: &buffers)
        guard outcome.outputLength == written else {
            throw PresentationError.fault(
                "\(resource.file): \(written) of \(outcome.outputLength) bytes were written"
            )
        }
        return ResourceWriter.Outcome(
            mac: ResourceWriter.ResourceMAC(outcome.invariant),
            transformation: MediaResource.Transformation(outputLength: written, map: outcome.map)
        )
    }

    private func encryptor(
        of format: SurveyedFormat,
        key: SampleAESKey,
        buffers: inout BufferPool
    ) throws -> SampleAESEncryptor {
        switch format {
        case .transportStream(let survey), .programTables(let survey):
            try SampleAESEncryptor(survey, key: key, digestKey: context.digestKey, buffers: &buffers)
        case .packedAudio(let survey):
            try SampleAESEncryptor(survey, key: key, digestKey: context.digestKey)
        case .fragments, .movie:
            throw PresentationError.fault("\(resource.file): fMP4 is written by FragmentResourceWriter")
        }
    }

    /// Copies the media resource, and takes the MAC of its invariant while the bytes are in the cache.
    ///
    /// Longer packets become packets of 188 bytes, as in protected media resources.
    ///
    /// - Throws: the errors of `encrypt`.
    func copy(
        _ format: SurveyedFormat,
        from input: borrowing SourceFile,
        to file: borrowing OutputFile,
        buffers: inout BufferPool
    ) throws -> ResourceWriter.Outcome {
        let packetFormat = format.tables?.packetFormat ?? .plain
        var trimmer = packetFormat == .plain ? nil : PacketTrimmer(packetFormat)
        var written: UInt64 = 0
        var reader = try InvariantReader(
            clear: format,
            at: resource.clearRange.lowerBound,
            buffers: buffers.takeAll()
        )
        var mac = try InvariantMAC(key: context.digestKey)
        var offset: UInt64 = 0
        var isLast = false
        while !isLast {
            let count = try nextPiece(at: offset)
            try reader.fill(count: count) { (buffer, range) throws(any Error) in
                let range = range.prefix(count)
                try read(into: &buffer, range, at: offset, from: input)
                if trimmer != nil {
                    trimmer?.trim(buffer, range, at: offset)
                    let bytes = trimmer?.bytes ?? []
                    try file.write(bytes, bytes.indices, at: resource.outputOffset + written)
                    written += UInt64(bytes.count)
                } else {
                    try file.write(buffer, range, at: resource.outputOffset + offset)
                    written += UInt64(count)
                }
                return count
            }
            offset += UInt64(count)
            isLast = offset == resource.clearLength
            while let record = try reader.next(isLast: isLast) {
                try reader.withBytes(of: record) { bytes throws(CipherError) in
                    try mac.add(record.kind, bytes)
                }
            }
        }
        buffers = reader.takeBuffers()
        return ResourceWriter.Outcome(
            mac: ResourceWriter.ResourceMAC(try mac.finish()),
            transformation: trimmer.map { _ in
                MediaResource.Transformation(outputLength: written, map: format.trimmingMap)
            }
        )
    }

    private func nextPiece(at offset: UInt64) throws(PresentationError) -> Int {
        try context.cancellation.check()
        return Int(min(UInt64(ResourceWriter.pieceLength), resource.clearLength - offset))
    }

    private func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64,
        from input: borrowing SourceFile
    ) throws(PresentationError) {
        try ClearPartReader.read(resource, into: &buffer, range, at: offset, from: input)
        context.progress.advance(by: UInt64(range.count))
    }
}

extension ResourceWriter.ResourceMAC {
    /// Creates the MAC of an invariant.
    init(_ invariantMAC: InvariantMAC.Value) {
        self.init(bytes: invariantMAC.bytes, length: invariantMAC.length)
    }
}

extension InvariantReader {
    /// Creates a reader of clear media from their survey.
    fileprivate init(
        clear format: SurveyedFormat,
        at offset: UInt64,
        buffers: consuming BufferPool
    ) throws(SampleEncryptionError) {
        switch format {
        case .transportStream(let survey), .programTables(let survey):
            let tables = survey.hasTables ? nil : (pid: survey.programMapPID, map: survey.programMap)
            try self.init(.transportStream, key: nil, initializationTables: tables, buffers: buffers)
        case .packedAudio:
            try self.init(.packedAudio, key: nil)
        case .fragments(let survey):
            try self.init(
                .fragmentedMP4(survey.movie, keyID: nil),
                key: nil,
                at: offset,
                buffers: buffers
            )
        case .movie(let movie):
            try self.init(.fragmentedMP4(movie, keyID: nil), key: nil, at: offset, buffers: buffers)
        }
    }
}
