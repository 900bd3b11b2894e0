import Bitstreams
import Testing

struct PiecewiseReaderTests {
    /// A reader of the bytes 0, 1, 2 …, in pieces of three.
    private final class CountingReader: PiecewiseReader {
        let size: UInt64
        private(set) var pieceCount = 0

        init(size: UInt64) {
            self.size = size
        }

        func readPiece(
            into buffer: inout [UInt8],
            _ range: Range<Int>,
            at offset: UInt64
        ) throws(ByteSourceError) -> Int {
            guard offset != 9 else { throw .changed(path: "nine") }
            pieceCount += 1
            let count = min(range.count, 3 - Int(offset % 3))
            for index in 0..<count { buffer[range.lowerBound + index] = UInt8(offset) + UInt8(index) }
            return count
        }
    }

    @Test(
        arguments: [
            (0, 0, [], 0),
            (0, 2, [0, 1], 1),
            (1, 4, [1, 2, 3, 4], 2),
            (5, 3, [5, 6, 7], 2),
            (6, 9, [6, 7], 1),
            (8, 1, [], 0),
            (.max, 1, [], 0),
        ] as [(UInt64, Int, [UInt8], Int)]
    )
    func readsAsManyPiecesAsItNeeds(offset: UInt64, count: Int, expected: [UInt8], pieceCount: Int) throws {
        let reader = CountingReader(size: 8)
        var buffer = [UInt8](repeating: 0xFF, count: count + 2)
        #expect(try reader.read(into: &buffer, 1..<1 + count, at: offset) == expected.count)
        let rest = [UInt8](repeating: 0xFF, count: count - expected.count + 1)
        #expect(buffer == [0xFF] + expected + rest)
        #expect(reader.pieceCount == pieceCount)
    }

    @Test func passesOnTheErrorOfAPiece() {
        let reader = CountingReader(size: 12)
        #expect(throws: ByteSourceError.changed(path: "nine")) { try reader.bytes(8, at: 3) }
    }
}
