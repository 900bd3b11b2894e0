import Ciphers
import CommonEncryption
import ProtectionTerms
import SampleEncryption

/// Runs segments through the surveyor, the writer and the reader.
enum FragmentRun {
    static func survey(
        _ bytes: [UInt8],
        _ movie: MovieFormat,
        _ scheme: ProtectionScheme = .cbcs,
        isGrouped: Bool = false,
        at offset: UInt64 = 0
    ) throws -> FragmentedSegmentSurvey {
        var surveyor = FragmentedSegmentSurveyor(movie, scheme: scheme, usesSampleGroups: isGrouped)
        return try surveyor.survey(length: UInt64(bytes.count), at: offset) { buffer, range, offset in
            let start = Int(offset)
            buffer.replaceSubrange(range, with: bytes[start..<start + range.count])
        }
    }

    static func write(
        _ bytes: [UInt8],
        _ movie: MovieFormat,
        _ treatment: FragmentTreatment,
        at offset: UInt64 = 0,
        offsetMap: FileOffsetMap = FileOffsetMap(runs: []),
        pieceSize: Int = 256 << 10
    ) throws -> (bytes: [UInt8], outcome: SegmentOutcome) {
        let encryptor = FragmentedSegmentEncryptor(
            movie,
            treatment,
            at: offset,
            offsetMap: offsetMap,
            digestKey: try digestKey(),
            pieceLength: pieceSize
        )
        var output: [UInt8] = []
        var buffers = BufferPool()
        let outcome = try encryptor.encrypt(
            length: UInt64(bytes.count),
            buffers: &buffers,
            read: { buffer, range, offset in
                let start = Int(offset)
                buffer.replaceSubrange(range, with: bytes[start..<start + range.count])
            },
            write: { output += $0[$1] }
        )
        return (output, outcome)
    }

    /// Returns the bytes of every invariant record, and the MAC over all of them.
    static func invariant(
        _ bytes: [UInt8],
        _ movie: MovieFormat,
        key: SampleAESKey? = nil,
        keyID: [UInt8]? = SyntheticMovie.keyID,
        isWhole: Bool = true,
        at offset: UInt64 = 0,
        pieces: Int = 1000
    ) throws -> (records: [(kind: InvariantRecord.Kind, bytes: [UInt8])], code: MediaMAC) {
        var reader = try InvariantReader(
            .fragmentedMP4(movie, keyID: keyID),
            key: key,
            isWhole: isWhole,
            at: offset
        )
        var code = try InvariantMAC(key: try digestKey())
        var records: [(InvariantRecord.Kind, [UInt8])] = []
        var position = 0
        repeat {
            reader.fill(count: pieces) { buffer, range in
                let count = min(range.count, bytes.count - position)
                let target = range.lowerBound..<range.lowerBound + count
                buffer.replaceSubrange(target, with: bytes[position..<position + count])
                position += count
                return count
            }
            while let record = try reader.next(isLast: position == bytes.count) {
                let part = reader.withBytes(of: record) { span in span.indices.map { span[$0] } }
                records.append((record.kind, part))
                try code.add(record.kind, part.span)
            }
        } while position < bytes.count
        return (records, try code.finish())
    }

    private static func digestKey() throws -> ContentKey { try ContentKey(copying: [UInt8](16..<32)) }
}
