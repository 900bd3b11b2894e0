import Ciphers
import SampleEncryption

/// Protects a segment of packed audio in pieces, and compares its invariant with that of the clear segment.
///
/// The first byte gives the size of the pieces; the rest is the segment. Also checks that a protected segment
/// is refused as protected already, and that the records of the invariant add up to the clear segment.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPackedAudio(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 1 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let segment = Array(input.dropFirst())
    let pieces = 1 + Int(input[0]) * 3
    guard let survey = try? survey(segment, pieces), let output = try? protect(segment, survey, pieces) else {
        return 0
    }
    let clear = try? invariant(segment, nil, pieces)
    let decrypted = try? invariant(output.bytes, key, pieces)
    precondition(clear?.bytes == segment)
    precondition(decrypted?.bytes == segment)
    precondition(clear?.code == output.outcome.mac && decrypted?.code == output.outcome.mac)
    precondition(output.outcome.extent.length == UInt64(output.bytes.count))
    let end = output.outcome.extent.map.outputOffset(of: UInt64(segment.count))
    precondition(end == UInt64(output.bytes.count))
    do {
        _ = try PackedAudioFuzzer.survey(output.bytes, pieces)
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

private func survey(_ segment: [UInt8], _ pieces: Int) throws(SampleEncryptionError) -> PackedAudioSurvey {
    var surveyor = PackedAudioSurveyor()
    for start in stride(from: 0, to: segment.count, by: pieces) {
        let end = min(segment.count, start + pieces)
        if try surveyor.consume(segment.span.extracting(start..<end)) { break }
    }
    return try surveyor.finish()
}

private func protect(
    _ segment: [UInt8],
    _ survey: PackedAudioSurvey,
    _ pieces: Int
) throws -> (bytes: [UInt8], outcome: SegmentOutcome)? {
    guard let key else { return nil }
    let encryptor = PackedAudioSegmentEncryptor(survey, key: key, digestKey: key.key, pieceLength: pieces)
    var bytes: [UInt8] = []
    var buffers = BufferPool()
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
) throws -> (bytes: [UInt8], code: MediaMAC)? {
    guard let digestKey = PackedAudioFuzzer.key?.key else { return nil }
    var reader = try PackedAudioInvariantReader(key: key)
    var code = try InvariantMAC(key: digestKey)
    var bytes: [UInt8] = []
    var position = 0
    repeat {
        reader.fill(count: pieces) { read(segment, &position, &$0, $1) }
        while let record = try reader.next(isLast: position == segment.count) {
            let part = reader.withBytes(of: record) { span in span.indices.map { span[$0] } }
            try code.add(record.kind, part.span)
            bytes += part
        }
    } while position < segment.count
    return (bytes, try code.finish())
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
