import SampleEncryption
import Testing
import TransportStreams

/// Consecutive segments of one worker share their buffers: earlier contents must not affect the result.
struct BufferPoolTests {
    /// Piece sizes that leave whole and partial packets at different offsets of the buffers.
    private static let pieces = [191, 10_000_000, 7, 4096, 188, 300_000]

    /// Large segments before small ones and vice versa, hostile and simple, of every packet format.
    @Test func encryptsEachSegmentAsWithStorageOfItsOwn() throws {
        var buffers = BufferPool()
        let seeds = TransportStreamEncryptionTests.cases
        for (number, seed) in (seeds + seeds.reversed()).enumerated() {
            let random = TransportStreamEncryptionTests.make(seed)
            let format = [PacketFormat.plain, .timestamped, .plain, .errorCorrected][number % 4]
            let source = random.segment.bytes(as: format)
            let pieces = Self.pieces[number % Self.pieces.count]
            let own = try SegmentRun.encrypt(source, random.survey(format), pieces: pieces)
            let shared = try SegmentRun.encrypt(
                source,
                random.survey(format),
                pieces: pieces,
                buffers: &buffers
            )
            #expect(shared.bytes == own.bytes, "seed \(seed), segment \(number)")
            #expect(
                shared.outcome.mac == own.outcome.mac && shared.outcome.extent.map == own.outcome.extent.map
            )
        }
    }

    /// The readers of clear and protected segments share buffers, too.
    @Test func readsEachSegmentAsWithStorageOfItsOwn() throws {
        var buffers = BufferPool()
        let key = try SegmentRun.key()
        for (number, seed) in TransportStreamEncryptionTests.cases.enumerated() {
            let random = TransportStreamEncryptionTests.make(seed)
            let protected = try SegmentRun.encrypt(random.segment.bytes, random.survey()).bytes
            for (segment, key) in [(random.segment.bytes, nil), (protected, key)] {
                let pieces = Self.pieces[number % Self.pieces.count]
                let own = try SegmentRun.invariant(segment, key: key, pieces: pieces)
                let shared = try SegmentRun.invariant(segment, key: key, pieces: pieces, buffers: &buffers)
                #expect(shared.code == own.code && shared.records == own.records, "seed \(seed)")
            }
        }
    }

    /// A segment that is refused in the middle does not affect the next one.
    @Test func goesOnAfterARefusedSegment() throws {
        var buffers = BufferPool()
        for seed in TransportStreamEncryptionTests.cases.prefix(6) {
            let random = TransportStreamEncryptionTests.make(seed)
            let own = try SegmentRun.encrypt(random.segment.bytes, random.survey())
            let first = try SegmentRun.encrypt(
                random.segment.bytes,
                random.survey(),
                pieces: 1000,
                buffers: &buffers
            )
            #expect(throws: SampleEncryptionError.self) {
                let cut = Array(random.segment.bytes.dropLast(100))
                _ = try SegmentRun.encrypt(cut, random.survey(), pieces: 1000, buffers: &buffers)
            }
            let second = try SegmentRun.encrypt(
                random.segment.bytes,
                random.survey(),
                pieces: 1000,
                buffers: &buffers
            )
            #expect(first.bytes == own.bytes && second.bytes == own.bytes)
        }
    }
}
