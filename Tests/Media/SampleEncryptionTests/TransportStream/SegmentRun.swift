import Ciphers
import SampleEncryption
import TransportStreams

/// Runs segments through the encryptor and the reader in pieces of one size.
enum SegmentRun {
    static func key() throws -> SampleAESKey {
        SampleAESKey(
            key: try ContentKey(copying: Array(0..<16)),
            iv: try InitializationVector(bytes: Array(100..<116))
        )
    }

    static func encrypt(
        _ segment: [UInt8],
        _ survey: TransportStreamSurvey,
        pieces: Int = 1000
    ) throws -> (bytes: [UInt8], outcome: SegmentOutcome) {
        var buffers = BufferPool()
        return try encrypt(segment, survey, pieces: pieces, buffers: &buffers)
    }

    static func encrypt(
        _ segment: [UInt8],
        _ survey: TransportStreamSurvey,
        pieces: Int,
        buffers: inout BufferPool
    ) throws -> (bytes: [UInt8], outcome: SegmentOutcome) {
        let encryptor = TransportStreamSegmentEncryptor(
            survey,
            key: try key(),
            digestKey: try ContentKey(copying: Array(16..<32)),
            pieceLength: pieces
        )
        var output: [UInt8] = []
        let outcome = try encryptor.encrypt(length: UInt64(segment.count), buffers: &buffers) {
            buffer,
            range,
            offset in
            let start = Int(offset)
            buffer.overwrite(at: range.lowerBound, with: segment, start..<start + range.count)
        } write: {
            output += $0[$1]
        }
        return (output, outcome)
    }

    /// An invariant record with its bytes.
    struct Record: Hashable {
        let kind: InvariantRecord.Kind
        let bytes: [UInt8]
    }

    /// Returns all invariant records of a segment, and the MAC over them.
    static func invariant(
        _ segment: [UInt8],
        key: SampleAESKey?,
        pieces: Int = 1000,
        isWhole: Bool = true
    ) throws -> (records: [Record], code: MediaMAC) {
        var buffers = BufferPool()
        return try invariant(segment, key: key, pieces: pieces, isWhole: isWhole, buffers: &buffers)
    }

    static func invariant(
        _ segment: [UInt8],
        key: SampleAESKey?,
        pieces: Int,
        isWhole: Bool = true,
        buffers: inout BufferPool
    ) throws -> (records: [Record], code: MediaMAC) {
        var reader = try TransportStreamInvariantReader(
            key: key,
            isWhole: isWhole,
            buffers: buffers.takeAll()
        )
        var code = try InvariantMAC(key: try ContentKey(copying: Array(16..<32)))
        var records: [Record] = []
        var position = 0
        repeat {
            reader.fill(count: pieces) { Self.read(segment, &position, &$0, $1) }
            while let record = try reader.next(isLast: position == segment.count) {
                let bytes = reader.withBytes(of: record) { span in span.indices.map { span[$0] } }
                records.append(Record(kind: record.kind, bytes: bytes))
                try code.add(record.kind, bytes.span)
            }
        } while position < segment.count
        buffers = reader.takeBuffers()
        return (records, try code.finish())
    }

    private static func read(
        _ segment: [UInt8],
        _ position: inout Int,
        _ buffer: inout [UInt8],
        _ range: Range<Int>
    ) -> Int {
        let count = min(range.count, segment.count - position)
        buffer.overwrite(at: range.lowerBound, with: segment, position..<position + count)
        position += count
        return count
    }
}
