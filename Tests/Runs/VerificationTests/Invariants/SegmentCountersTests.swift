import Testing
import TransportStreams

@testable import Verification

/// Continuity counters at the ends of segments.
struct SegmentCountersTests {
    /// Returns packets of PID 0x100 with these counters; a packet with a negative one has no payload.
    private static func stream(_ counters: [Int], stride: Int = 188, prefix: Int = 0, jumps: Bool = false)
        -> [UInt8]
    {
        counters.flatMap { counter in
            let control: UInt8 = counter < 0 ? 0x20 : jumps ? 0x30 : 0x10
            let field: [UInt8] = counter < 0 ? [183, 0] : jumps ? [1, 0x80] : [0, 0]
            let head: [UInt8] = [0x47, 0x01, 0x00, control | UInt8(abs(counter) & 0x0F)] + field
            return [UInt8](repeating: 0, count: prefix) + head
                + [UInt8](repeating: 0x55, count: stride - prefix - head.count)
        }
    }

    private static func counters(_ bytes: [UInt8], chunk: Int = 1 << 18) -> SegmentCounters {
        var counters = SegmentCounters()
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            counters.consume(bytes.span.extracting(start..<min(start + chunk, bytes.count)))
        }
        return counters
    }

    private static let pid = PacketIdentifier(0x100)

    @Test(arguments: [(188, 0), (192, 4), (204, 0)], [1000, 500, 1 << 18])
    func ends(_ format: (stride: Int, prefix: Int), _ chunk: Int) throws {
        let bytes = Self.stream([14, 15, 0, -7, 1], stride: format.stride, prefix: format.prefix)
        let ends = try #require(Self.counters(bytes, chunk: chunk).ends[Self.pid])
        #expect(ends.first == 14 && ends.last == 1 && !ends.mayJump)
    }

    @Test(arguments: [([3], 0), ([4], 1), ([2], 15), ([-9, 3], 0)])
    func jumps(_ counters: [Int], _ jump: Int) {
        let next = Self.counters(Self.stream(counters + [counters[counters.count - 1] + 1, 9, 9]))
        let before = Self.counters(Self.stream([0, 1, 2]))
        #expect(next.jumps(after: before) == [Self.pid: UInt8(jump)])
    }

    /// Packets of two PIDs in turn, singly and several in a row, some cut by the end of a chunk.
    @Test(arguments: [190, 1 << 18])
    func endsOfEachPID(_ chunk: Int) {
        let first = Self.stream([14, 15, 0, 1, 2])
        var other = Self.stream([5, 6, 7, 8, 9])
        for packet in 0..<5 { other[packet * 188 + 2] = 1 }
        let bytes = [(first, 0..<1), (other, 0..<1), (first, 1..<3), (other, 1..<5), (first, 3..<5)]
            .flatMap { $0[$1.lowerBound * 188..<$1.upperBound * 188] }
        let ends = Self.counters(bytes, chunk: chunk).ends
        #expect(ends.count == 2)
        #expect(ends[Self.pid] == .init(first: 14, last: 2, mayJump: false))
        #expect(ends[PacketIdentifier(0x101)] == .init(first: 5, last: 9, mayJump: false))
    }

    /// discontinuity_indicator in the first packet.
    @Test func allowedJump() {
        let next = Self.counters(Self.stream([9, 10, 11], jumps: true))
        #expect(next.jumps(after: Self.counters(Self.stream([0, 1, 2]))).isEmpty)
    }

    @Test func noTransportStream() {
        #expect(Self.counters([UInt8](repeating: 7, count: 1000)).ends.isEmpty)
    }
}
