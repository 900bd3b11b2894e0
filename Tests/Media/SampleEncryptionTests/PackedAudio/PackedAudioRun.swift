import Ciphers
import SampleEncryption

/// Runs segments through the surveyor, the encryptor and the reader in pieces of one size.
enum PackedAudioRun {
    static func key() throws -> SampleAESKey {
        SampleAESKey(
            key: try ContentKey(copying: Array(0..<16)),
            iv: try InitializationVector(bytes: Array(100..<116))
        )
    }

    static func survey(_ segment: [UInt8], pieces: Int = 100) throws -> PackedAudioSurvey {
        var surveyor = PackedAudioSurveyor()
        for start in stride(from: 0, to: segment.count, by: pieces) {
            let piece = Array(segment[start..<min(segment.count, start + pieces)])
            if try surveyor.consume(piece.span) { break }
        }
        return try surveyor.finish()
    }

    static func encrypt(
        _ segment: [UInt8],
        pieces: Int = 100
    ) throws -> (bytes: [UInt8], outcome: SegmentOutcome) {
        let survey = try survey(segment)
        let encryptor = PackedAudioSegmentEncryptor(
            survey,
            key: try key(),
            digestKey: try ContentKey(copying: Array(16..<32)),
            pieceLength: pieces
        )
        var output: [UInt8] = []
        var buffers = BufferPool()
        let outcome = try encryptor.encrypt(length: UInt64(segment.count), buffers: &buffers) {
            buffer,
            range,
            offset in
            let start = Int(offset)
            buffer.replaceSubrange(range, with: segment[start..<start + range.count])
        } write: {
            output += $0[$1]
        }
        return (output, outcome)
    }

    /// Returns the bytes of every invariant record, and the MAC over all of them.
    static func invariant(
        _ segment: [UInt8],
        key: SampleAESKey?,
        pieces: Int = 100
    ) throws -> (records: [(InvariantRecord.Kind, [UInt8])], code: MediaMAC) {
        var reader = try PackedAudioInvariantReader(key: key)
        var code = try InvariantMAC(key: try ContentKey(copying: Array(16..<32)))
        var records: [(InvariantRecord.Kind, [UInt8])] = []
        var position = 0
        repeat {
            reader.fill(count: pieces) { Self.read(segment, &position, &$0, $1) }
            while let record = try reader.next(isLast: position == segment.count) {
                let bytes = reader.withBytes(of: record) { span in span.indices.map { span[$0] } }
                records.append((record.kind, bytes))
                try code.add(record.kind, bytes.span)
            }
        } while position < segment.count
        return (records, try code.finish())
    }

    private static func read(
        _ segment: [UInt8],
        _ position: inout Int,
        _ buffer: inout [UInt8],
        _ range: Range<Int>
    ) -> Int {
        let count = min(range.count, segment.count - position)
        buffer.replaceSubrange(
            range.lowerBound..<range.lowerBound + count,
            with: segment[position..<position + count]
        )
        position += count
        return count
    }
}
