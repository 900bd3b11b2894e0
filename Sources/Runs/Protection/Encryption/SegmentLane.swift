import Ciphers
import Failures
import Presentations
import SampleEncryption

/// A media resource that AES-128 encrypts side by side with others: its open files and its progress.
final class SegmentLane {
    /// The index of the media resource in the work queue.
    let index: Int
    /// The offset of the lane's pieces in the buffer of all lanes, in bytes.
    let bufferOffset: Int
    private let files: OpenResource
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
    ///   - output: the media resource.
    ///   - iv: its IV.
    ///   - context: the source files and the output directory.
    /// - Throws: `RunFailure` if a file cannot be opened or written.
    init(
        index: Int,
        bufferOffset: Int,
        _ output: OutputResource,
        _ iv: InitializationVector,
        in context: WriterContext
    ) throws(RunFailure) {
        let files = try OpenResource(output, in: context)
        do {
            if output.hasLeadingIV { try files.writeLeadingIV(iv) }
            mac = try MediaAuthenticationCode(key: context.digestKey)
        } catch {
            throw files.error(for: error)
        }
        self.index = index
        self.bufferOffset = bufferOffset
        self.iv = iv
        self.files = files
    }

    /// Reads the next piece and adds it to the MAC.
    ///
    /// - Parameters:
    ///   - buffer: receives the piece, at the offset of the lane.
    ///   - count: the largest size of a piece, in bytes: whole blocks.
    /// - Returns: the part of the CBC chain to encrypt.
    /// - Throws: `RunFailure` if the file cannot be read.
    func read(into buffer: inout [UInt8], count: Int) throws(RunFailure) -> CBCChainPart {
        do {
            let length = files.resource.clearLength
            let pieceLength = Int(min(UInt64(count), length - readByteCount))
            let range = bufferOffset..<bufferOffset + pieceLength
            try files.read(into: &buffer, range, at: readByteCount)
            let span = buffer.span
            try mac?.update(span.extracting(range))
            readByteCount += UInt64(pieceLength)
            return CBCChainPart(inPlace: range, iv: iv, isPadded: readByteCount == length)
        } catch {
            throw files.error(for: error)
        }
    }

    /// Writes an encrypted piece.
    ///
    /// - Parameters:
    ///   - part: the part of the CBC chain that was encrypted.
    ///   - buffer: the buffer that holds it.
    /// - Returns: the outcome of the media resource if this was its last piece, or nil.
    /// - Throws: `RunFailure` if the output cannot be written, or the input changed.
    func write(_ part: CBCChainPart, from buffer: [UInt8]) throws(RunFailure) -> SegmentOutcome? {
        let outcome: SegmentOutcome
        do {
            let range = part.targetRange
            try files.write(buffer, range, at: writtenByteCount)
            writtenByteCount += UInt64(range.count)
            guard part.isPadded, let mac = mac.take() else {
                let lastBlockOffset = range.upperBound - MultiBufferCBC.blockByteCount
                iv = InitializationVector(block: buffer.span, at: lastBlockOffset)
                return nil
            }
            outcome = SegmentOutcome(
                mac: MediaMAC(bytes: try mac.finish(), length: files.resource.clearLength),
                extent: OutputExtent(length: writtenByteCount)
            )
        } catch {
            throw files.error(for: error)
        }
        try files.close(outcome)
        return outcome
    }
}
