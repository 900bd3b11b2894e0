import Ciphers
import KeyStore
import Presentations
import SampleEncryption

/// A unit that AES-128 encrypts beside others: its files, and how far it is.
final class SegmentLane {
    /// The place of the unit in the work.
    let index: Int
    /// Where its pieces are in the buffer of all lanes.
    let place: Int
    private let unit: MediaUnit
    private let input: SourceFile
    private let file: OutputFile
    private var code: MediaAuthenticationCode?
    /// What the next block is chained to.
    private var vector: InitializationVector
    /// Clear bytes that were read.
    private var done: UInt64 = 0
    /// Ciphertext bytes that were written.
    private var written: UInt64 = 0

    /// Opens the files of a unit.
    ///
    /// - Parameters:
    ///   - index: the place of the unit in the work.
    ///   - place: where its pieces are to be in the buffer.
    ///   - unit: the unit.
    ///   - vector: where its initialization vector comes from.
    ///   - record: its key.
    ///   - context: where files come from and go.
    /// - Throws: `PresentationError` for files that cannot be had.
    init(
        index: Int,
        place: Int,
        _ unit: MediaUnit,
        _ vector: MediaUnit.UnitVector,
        _ record: KeyRecord,
        in context: UnitWriter.Context
    ) throws(PresentationError) {
        let input = try UnitBytes.open(unit, in: context.source)
        let vector = vector.initializationVector(of: record)
        do {
            let file = try OutputFile(path: unit.outputFile.path(under: context.outputRoot))
            if unit.hasLeadingVector {
                let offset = unit.outputOffset - WholeSegmentEncryption.blockLength
                try file.write(vector.bytes, count: vector.bytes.count, at: offset)
            }
            code = try MediaAuthenticationCode(key: context.digestKey)
            self.file = file
        } catch {
            throw UnitWriter.failure(of: unit, from: input, error)
        }
        self.index = index
        self.place = place
        self.unit = unit
        self.vector = vector
        self.input = input
    }

    /// Reads the next piece and takes the code of it.
    ///
    /// - Parameters:
    ///   - buffer: gets the piece, at the place of the lane.
    ///   - count: bytes of a piece: whole blocks.
    ///   - context: what stops the work, and is told how far it is.
    /// - Returns: what is to be encrypted of it.
    /// - Throws: `PresentationError` for a file that cannot be read.
    func read(
        into buffer: inout [UInt8],
        count: Int,
        in context: UnitWriter.Context
    ) throws(PresentationError) -> CBCChainPart {
        do {
            try context.cancellation.check()
            let wanted = Int(min(UInt64(count), unit.clearLength - done))
            let range = place..<place + wanted
            try UnitBytes.read(unit, into: &buffer, range, at: done, from: input)
            let span = buffer.span
            try code?.update(span.extracting(range))
            done += UInt64(wanted)
            context.progress.advance(by: UInt64(wanted))
            return CBCChainPart(inPlace: range, vector: vector, isPadded: done == unit.clearLength)
        } catch {
            throw UnitWriter.failure(of: unit, from: input, error)
        }
    }

    /// Writes a piece that was encrypted.
    ///
    /// - Parameters:
    ///   - part: what was encrypted of it.
    ///   - buffer: holds it.
    /// - Returns: what became of the unit, if this was its last piece.
    /// - Throws: `PresentationError` for a file that cannot be written, or that changed.
    func write(
        _ part: CBCChainPart,
        from buffer: [UInt8]
    ) throws(PresentationError) -> UnitWriter.Outcome? {
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
            let fingerprint = UnitWriter.Fingerprint(code: try code.finish(), length: unit.clearLength)
            try file.close()
            guard input.isUnchanged() else { throw PresentationError.mediaChanged(file: unit.file) }
            return UnitWriter.Outcome(fingerprint: fingerprint)
        } catch {
            throw UnitWriter.failure(of: unit, from: input, error)
        }
    }
}
