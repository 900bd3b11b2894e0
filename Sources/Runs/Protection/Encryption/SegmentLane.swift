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
    private let resource: MediaResource
    private let input: SourceFile
    private let file: OutputFile
    private var mac: MediaAuthenticationCode?
    /// The block that the next one is chained to: the IV, or the last ciphertext block.
    private var iv: InitializationVector
    /// The number of clear bytes read.
    private var readByteCount: UInt64 = 0
    /// The number of ciphertext bytes written.
    private var writtenByteCount: UInt64 = 0

    /// Opens the files of a media resource, and writes its IV if that precedes it in the file.
    ///
    /// - Parameters:
    ///   - index: the index of the media resource in the work queue.
    ///   - bufferOffset: the offset of the lane's pieces in the buffer, in bytes.
    ///   - resource: the media resource.
    ///   - ivOrigin: the source of the IV.
    ///   - record: the key.
    ///   - context: the source files and the output directory.
    /// - Throws: `PresentationError` if a file cannot be opened or written.
    init(
        index: Int,
        bufferOffset: Int,
        _ resource: MediaResource,
        _ ivOrigin: MediaResource.IVOrigin,
        _ record: KeyRecord,
        in context: ResourceWriter.Context
    ) throws(PresentationError) {
        let input = try ClearPartReader.open(resource, in: context.source)
        let iv = ivOrigin.initializationVector(of: record)
        do {
            let file = try OutputFile(path: resource.outputFile.path(under: context.outputRoot))
            if resource.hasLeadingIV {
                let offset = resource.outputOffset - AES128SegmentLayout.blockLength
                try file.write(iv.bytes, count: iv.bytes.count, at: offset)
            }
            mac = try MediaAuthenticationCode(key: context.digestKey)
            self.file = file
        } catch {
            throw ResourceWriter.failure(of: resource, from: input, error)
        }
        self.index = index
        self.bufferOffset = bufferOffset
        self.resource = resource
        self.iv = iv
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
            let pieceLength = Int(min(UInt64(count), resource.clearLength - readByteCount))
            let range = bufferOffset..<bufferOffset + pieceLength
            try ClearPartReader.read(resource, into: &buffer, range, at: readByteCount, from: input)
            let span = buffer.span
            try mac?.update(span.extracting(range))
            readByteCount += UInt64(pieceLength)
            context.progress.advance(by: UInt64(pieceLength))
            return CBCChainPart(inPlace: range, iv: iv, isPadded: readByteCount == resource.clearLength)
        } catch {
            throw ResourceWriter.failure(of: resource, from: input, error)
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
            try file.write(buffer, range, at: resource.outputOffset + writtenByteCount)
            writtenByteCount += UInt64(range.count)
            guard part.isPadded else {
                let lastBlockOffset = range.upperBound - MultiBufferCBC.blockByteCount
                iv = InitializationVector(block: buffer.span, at: lastBlockOffset)
                return nil
            }
            guard writtenByteCount == resource.outputLength, let mac = mac.take() else {
                throw PresentationError.fault("\(resource.file): ciphertext of \(writtenByteCount) bytes")
            }
            let resourceMAC = ResourceWriter.ResourceMAC(
                bytes: try mac.finish(),
                length: resource.clearLength
            )
            try file.close()
            guard input.isUnchanged() else { throw PresentationError.mediaChanged(file: resource.file) }
            return ResourceWriter.Outcome(mac: resourceMAC)
        } catch {
            throw ResourceWriter.failure(of: resource, from: input, error)
        }
    }
}
