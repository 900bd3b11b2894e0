import Bitstreams
import Ciphers
import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

/// Surveys a segment of fragments, encrypts it, and compares its invariant with that of the clear segment.
///
/// A segment that the surveyor accepts has to be written with the length and the offset map of the survey.
/// The first byte selects the treatment, the second the size of the pieces; the rest is the segment. Any
/// input is also read as a protected segment. One bit puts the parameter sets into the samples (`avc3`).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFragments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 2, let movie = FragmentsFuzzer.movie, let key = FragmentsFuzzer.key else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let segment = Array(input.dropFirst(2))
    let way = Way(
        scheme: input[0] & 1 == 0 ? .cbcs : .cenc,
        isGrouped: input[0] & 2 != 0,
        isClearLead: input[0] & 4 != 0,
        offset: input[0] & 8 == 0 ? 0 : 5000,
        pieces: 1 + Int(input[1]) * 7
    )
    _ = try? invariant(segment, protected(movie, way.scheme), key, way)
    let isInBand = input[0] & 16 != 0
    guard let movie = isInBand ? completed(movie.withParameterSets(inBand: true), by: segment, way) : movie
    else {
        return 0
    }
    var surveyor = FragmentedSegmentSurveyor(movie, scheme: way.scheme, usesSampleGroups: way.isGrouped)
    let survey = try? surveyor.survey(length: UInt64(segment.count), at: way.offset) {
        read(segment, &$0, $1, $2)
    }
    guard let survey else { return 0 }
    check(segment, movie, key, way, survey)
    return 0
}

/// Returns the movie with the parameter sets of the segment, or nil if they cannot be collected.
private func completed(_ movie: MovieFormat, by segment: [UInt8], _ way: Way) -> MovieFormat? {
    guard var collector = try? ParameterSetCollector(movie) else { return nil }
    let length = UInt64(segment.count)
    do {
        try collector.collect(length: length, at: way.offset) { read(segment, &$0, $1, $2) }
    } catch {
        return nil
    }
    return try? collector.completed()
}

/// Returns the segment without the parameter sets in its samples, as `verify` reads the source.
private func converted(_ segment: [UInt8], _ movie: MovieFormat, _ way: Way) throws -> [UInt8] {
    guard movie.allowsInBandParameterSets else { return segment }
    let length = UInt64(segment.count)
    let source = try ConvertedSegment(movie, length: length, at: way.offset) { read(segment, &$0, $1, $2) }
    var bytes = [UInt8](repeating: 0, count: Int(source.length))
    try source.read(into: &bytes, bytes.indices, at: 0)
    return bytes
}

private struct Way {
    let scheme: ProtectionScheme
    let isGrouped: Bool
    let isClearLead: Bool
    let offset: UInt64
    let pieces: Int
}

/// Writes the surveyed segment, and compares the result with the survey and with the clear segment.
private func check(
    _ segment: [UInt8],
    _ movie: MovieFormat,
    _ key: SampleAESKey,
    _ way: Way,
    _ survey: FragmentedSegmentSurvey
) {
    let result = way.isClearLead ? survey.clearLead : survey.encrypted
    let output: (bytes: [UInt8], outcome: SegmentOutcome)
    do {
        output = try write(segment, movie, key, way, result)
    } catch SampleEncryptionError.unsupported(_, let what, _) where what.contains("'sidx'") {
        return
    } catch {
        preconditionFailure("accepted, but not written: \(error)")
    }
    precondition(result.length == UInt64(output.bytes.count) && result.map == output.outcome.extent.map)
    precondition(result.length == output.outcome.extent.length)
    do {
        let read = movie.withParameterSets(inBand: false)
        let clear = try invariant(try converted(segment, movie, way), read, nil, way)
        precondition(clear == output.outcome.mac, "invariants of the clear segment")
        let decrypted = try invariant(output.bytes, protected(read, way.scheme), key, way)
        precondition(decrypted == output.outcome.mac, "invariants of the protected segment")
    } catch {
        preconditionFailure("written, but not read: \(error)")
    }
    var surveyor = FragmentedSegmentSurveyor(movie, scheme: way.scheme, usesSampleGroups: way.isGrouped)
    guard !way.isClearLead, way.scheme == .cenc, survey.sampleCount > 0 else { return }
    let again = try? surveyor.survey(length: UInt64(output.bytes.count)) { read(output.bytes, &$0, $1, $2) }
    precondition(again == nil, "protected twice")
}

private func write(
    _ segment: [UInt8],
    _ movie: MovieFormat,
    _ key: SampleAESKey,
    _ way: Way,
    _ result: OutputExtent
) throws -> (bytes: [UInt8], outcome: SegmentOutcome) {
    let fragmentKey = FragmentKey(
        scheme: way.scheme,
        key: key.key,
        keyID: keyID,
        iv: key.iv,
        usesSampleGroups: way.isGrouped
    )
    let run = FileOffsetMap.Run(
        clearRange: way.offset..<way.offset + UInt64(segment.count),
        outputOffset: way.offset,
        outputLength: result.length,
        map: result.map
    )
    let encryptor = FragmentedSegmentEncryptor(
        movie,
        way.isClearLead ? .clearLead : .encrypted(fragmentKey),
        at: way.offset,
        offsetMap: FileOffsetMap(runs: [run]),
        digestKey: key.key,
        pieceLength: way.pieces
    )
    var bytes: [UInt8] = []
    var buffers = BufferPool()
    let outcome = try encryptor.encrypt(
        length: UInt64(segment.count),
        buffers: &buffers,
        read: { read(segment, &$0, $1, $2) },
        write: { bytes += $0[$1] }
    )
    return (bytes, outcome)
}

private func invariant(
    _ segment: [UInt8],
    _ movie: MovieFormat,
    _ key: SampleAESKey?,
    _ way: Way
) throws -> MediaMAC? {
    guard let digestKey = FragmentsFuzzer.key?.key else { return nil }
    var reader = try InvariantReader(.fragmentedMP4(movie, keyID: keyID), key: key, at: way.offset)
    var code = try InvariantMAC(key: digestKey)
    var position = 0
    repeat {
        reader.fill(count: way.pieces) { buffer, range in
            let count = min(range.count, segment.count - position)
            for index in 0..<count { buffer[range.lowerBound + index] = segment[position + index] }
            position += count
            return count
        }
        while let record = try reader.next(isLast: position == segment.count) {
            try reader.withBytes(of: record) { span throws(CipherError) in
                try code.add(record.kind, span)
            }
        }
    } while position < segment.count
    return try code.finish()
}

private func read(_ segment: [UInt8], _ buffer: inout [UInt8], _ range: Range<Int>, _ offset: UInt64) {
    precondition(offset + UInt64(range.count) <= UInt64(segment.count), "read behind the segment")
    let start = Int(offset)
    for index in 0..<range.count { buffer[range.lowerBound + index] = segment[start + index] }
}
