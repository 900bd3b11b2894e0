import Bitstreams
import Ciphers
import SampleEncryption
import TransportStreams

/// Protects a transport stream segment in pieces, and compares its invariant with that of the clear segment.
///
/// The first byte gives the size of the pieces; if bit 0 of the second is set, the CRC_32 of PSI sections is
/// corrected first; the rest is the segment, which may be refused. Also checks that pieces of another size
/// give the same bytes, that the output is whole packets of 188 bytes, and that a protected segment is
/// refused as protected already.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSampleEncryption(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 2 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    var segment = Array(input.dropFirst(2))
    if input[1] & 1 == 1 { SectionRepair.repair(&segment, from: 0) }
    let pieces = 1 + Int(input[0]) * 5
    guard let survey = try? survey(segment, pieces) else { return 0 }
    // Used twice, so that anything a run leaves in them shows in the next one.
    var buffers = BufferPool()
    let output: (bytes: [UInt8], outcome: SegmentOutcome)
    do {
        guard let result = try protect(segment, survey, pieces, &buffers) else { return 0 }
        output = result
    } catch let error as SampleEncryptionError {
        check(error, segment)
        return 0
    } catch {
        preconditionFailure("\(error)")
    }
    do {
        let wholeOutput = try protect(segment, survey, segment.count, &buffers)
        precondition(
            wholeOutput?.bytes == output.bytes && wholeOutput?.outcome.mac == output.outcome.mac
        )
        precondition(output.outcome.extent.length == UInt64(output.bytes.count))
        precondition(output.bytes.count.isMultiple(of: 188))
        let clear = try invariant(segment, nil, pieces)
        precondition(clear == output.outcome.mac, "the clear segment reads as another one")
        let decrypted = try invariant(output.bytes, key, pieces)
        precondition(decrypted == output.outcome.mac, "the protected segment decrypts to another one")
    } catch {
        preconditionFailure("\(error)")
    }
    guard survey.streams.contains(where: { $0.codec == .avc || $0.setup != nil }) else { return 0 }
    do throws(SampleEncryptionError) {
        _ = try SampleEncryptionFuzzer.survey(output.bytes, pieces)
        preconditionFailure("protected twice")
    } catch {
        guard case .alreadyEncrypted = error else { preconditionFailure("\(error)") }
    }
    return 0
}

private let key: SampleAESKey? = {
    guard let key = try? ContentKey(copying: Array(0..<16)) else { return nil }
    return SampleAESKey(key: key, iv: InitializationVector(mediaSequence: 7))
}()

/// Checks that an error lies inside the segment or at its end, and has a message.
private func check(_ error: SampleEncryptionError, _ segment: [UInt8]) {
    switch error {
    case .malformed(let error): precondition(error.offset <= UInt64(segment.count), error.description)
    case .unsupported(let offset, let what, let remedy):
        precondition(offset <= UInt64(segment.count) && !what.isEmpty && !remedy.isEmpty, what)
    case .alreadyEncrypted(_, let what): preconditionFailure(what)
    case .cipher(let error): preconditionFailure("\(error)")
    }
}

private func survey(_ segment: [UInt8], _ pieces: Int) throws(SampleEncryptionError) -> TransportStreamSurvey
{
    var surveyor = TransportStreamSurveyor()
    for start in stride(from: 0, to: segment.count, by: pieces) {
        let end = min(segment.count, start + pieces)
        if try surveyor.consume(segment.span.extracting(start..<end)) { break }
    }
    return try surveyor.finish()
}

private func protect(
    _ segment: [UInt8],
    _ survey: TransportStreamSurvey,
    _ pieces: Int,
    _ buffers: inout BufferPool
) throws -> (bytes: [UInt8], outcome: SegmentOutcome)? {
    guard let key else { return nil }
    let encryptor = TransportStreamSegmentEncryptor(
        survey,
        key: key,
        digestKey: key.key,
        pieceLength: pieces
    )
    var bytes: [UInt8] = []
    let outcome = try encryptor.encrypt(length: UInt64(segment.count), buffers: &buffers) {
        buffer,
        range,
        offset in
        for index in range { buffer[index] = segment[Int(offset) + index - range.lowerBound] }
    } write: {
        bytes += $0[$1]
    }
    return (bytes, outcome)
}

private func invariant(
    _ segment: [UInt8],
    _ key: SampleAESKey?,
    _ pieces: Int
) throws -> MediaMAC? {
    guard let digestKey = SampleEncryptionFuzzer.key?.key else { return nil }
    var reader = try TransportStreamInvariantReader(key: key)
    var code = try InvariantMAC(key: digestKey)
    var position = 0
    repeat {
        reader.fill(count: pieces) { read(segment, &position, &$0, $1) }
        while let record = try reader.next(isLast: position == segment.count) {
            try reader.withBytes(of: record) { bytes throws(CipherError) in
                try code.add(record.kind, bytes)
            }
        }
    } while position < segment.count
    return try code.finish()
}

private func read(
    _ segment: [UInt8],
    _ position: inout Int,
    _ buffer: inout [UInt8],
    _ range: Range<Int>
) -> Int {
    let count = min(range.count, segment.count - position)
    for index in 0..<count { buffer[range.lowerBound + index] = segment[position + index] }
    position += count
    return count
}
