import Ciphers
import KeyStore
import Presentations
import SampleEncryption

/// A media resource that AES-128 encrypts side by side with others: its open files and its progress.
final class SegmentLane {
    /// The index of the media resource in the work queue.
    let index: Int
    /// The offset of the lane's pieces in the buffer of all lanes, in bytes.
    let bufferOffset: Int
    private let unit: MediaResource
    private let input: SourceFile
    private let file: OutputFile
    private var code: MediaAuthenticationCode?
    /// The block that the next one is chained to: the IV, or the last ciphertext block.
    private var vector: InitializationVector
    /// The number of clear bytes read.
    private var done: UInt64 = 0
    /// The number of ciphertext bytes written.
    private var written: UInt64 = 0

    /// Opens the files of a media resource, and writes its IV if that precedes it in the file.
    ///
    /// - Parameters:
    ///   - index: the index of the media resource in the work queue.
    ///   - place: the offset of the lane's pieces in the buffer, in bytes.
    ///   - unit: the media resource.
    ///   - vector: the source of the IV.
    ///   - record: the key.
    ///   - context: the source files and the output directory.
    /// - Throws: `PresentationError` if a file cannot be opened or written.
    init(
        index: Int,
        place: Int,
        _ unit: MediaResource,
        _ vector: MediaResource.IVOrigin,
        _ record: KeyRecord,
        in context: ResourceWriter.Context
    ) throws(PresentationError) {
        let input = try ClearPartReader.open(unit, in: context.source)
        let vector = vector.initializationVector(of: record)
        do {
            let file = try OutputFile(path: unit.outputFile.path(under: context.outputRoot))
            if unit.hasLeadingIV {
                let offset = unit.outputOffset - AES128SegmentLayout.blockLength
                try file.write(vector.bytes, count: vector.bytes.count, at: offset)
            }
            code = try MediaAuthenticationCode(key: context.digestKey)
            self.file = file
        } catch {
            throw ResourceWriter.failure(of: unit, from: input, error)
        }
        self.index = index
        self.bufferOffset = place
        self.unit = unit
        self.vector = vector
        self.input = input
    }

    /// Reads the next piece and adds it to the MAC.
    ///
    /// - Parameters:
    ///   - buffer: receives the piece, at the offset of the lane.
    ///   - count: the largest size of a piece, in bytes: whole blocks.
    ///   - context: cancellation and progress.
    /// - Returns: the part of the CBC chain to encrypt.
    /// - Throws: `PresentationError` if the file cannot be read.
    func read(
        into buffer: inout [UInt8],
        count: Int,
        in context: ResourceWriter.Context
    ) throws(PresentationError) -> CBCChainPart {
        do {
            try context.cancellation.check()
            let wanted = Int(min(UInt64(count), unit.clearLength - done))
            let range = bufferOffset..<bufferOffset + wanted
            try ClearPartReader.read(unit, into: &buffer, range, at: done, from: input)
            let span = buffer.span
            try code?.update(span.extracting(range))
            done += UInt64(wanted)
            context.progress.advance(by: UInt64(wanted))
            return CBCChainPart(inPlace: range, vector: vector, isPadded: done == unit.clearLength)
        } catch {
            throw ResourceWriter.failure(of: unit, from: input, error)
        }
    }

    /// Writes an encrypted piece.
    ///
    /// - Parameters:
    ///   - part: the part of the CBC chain that was encrypted.
    ///   - buffer: the buffer that holds it.
    /// - Returns: the outcome of the media resource if this was its last piece, or nil.
    /// - Throws: `PresentationError` if the output cannot be written, or the input changed.
    func write(
        _ part: CBCChainPart,
        from buffer: [UInt8]
    ) throws(PresentationError) -> ResourceWriter.Outcome? {
        do {
            let range = part.targetRange
            try file.write(buffer, range, at: unit.outputOffset + written)
            written += UInt64(range.count)
            guard part.isPadded else {
                let last = range.upperBound - MultiBufferCBC.blockByteCount
                vector = InitializationVector(block: buffer.span, at: last)
                return nil
            }
            guard written == unit.outputLength, let code = code.take() else {
                throw PresentationError.fault("\(unit.file): ciphertext of \(written) bytes")
            }
            let fingerprint = ResourceWriter.ResourceMAC(code: try code.finish(), length: unit.clearLength)
            try file.close()
            guard input.isUnchanged() else { throw PresentationError.mediaChanged(file: unit.file) }
            return ResourceWriter.Outcome(fingerprint: fingerprint)
        } catch {
            throw ResourceWriter.failure(of: unit, from: input, error)
        }
    }
}
