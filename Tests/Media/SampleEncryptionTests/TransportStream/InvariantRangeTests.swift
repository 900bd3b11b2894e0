import SampleEncryption
import TestRandomness
import Testing

/// Byte ranges within segments, as I-frame playlists give them.
struct InvariantRangeTests {
    /// A range of packets has the same records, clear and protected, except those cut off at its end.
    @Test(arguments: (1...60).filter { $0 % 5 != 0 } as [UInt64])
    func readsWhatIsThere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let segment = TransportStreamEncryptionTests.make(seed, hasLateTables: false)
        let clear = segment.segment.bytes
        let (protected, outcome) = try SegmentRun.encrypt(clear, segment.survey())
        let count = clear.count / 188
        // The range has to begin with a video PES packet that begins with a NAL unit.
        let starts = (2..<count).filter { Self.startsPicture(clear, $0 * 188) }
        let start = try #require(starts.randomElement(using: &random))
        let end = Int.random(in: start + 1...count, using: &random)
        let first = try #require(outcome.extent.map.outputOffset(of: UInt64(start * 188)))
        let last = try #require(outcome.extent.map.outputOffset(of: UInt64(end * 188)))
        let whole = try SegmentRun.invariant(
            Array(clear[..<376] + clear[start * 188..<end * 188]),
            key: nil,
            isWhole: false
        ).records
        let range = try SegmentRun.invariant(
            Array(protected[..<376] + protected[Int(first)..<Int(last)]),
            key: try SegmentRun.key(),
            isWhole: false
        ).records
        #expect(whole.map(\.kind) == range.map(\.kind))
        for (index, (one, other)) in zip(whole, range).enumerated() {
            let behind = whole[(index + 1)...].filter { $0.kind == one.kind }
            // For even seeds, frames cross PES packets: a truncated frame may begin in a PES packet before
            // the last.
            let mayHoldCutFrame = seed % 2 == 0 && behind.reduce(0) { $0 + $1.bytes.count } < 8192
            guard case .pesPacket(_, let codec) = one.kind,
                behind.isEmpty || codec != .avc && mayHoldCutFrame
            else {
                #expect(one == other, "record \(index)")
                continue
            }
            // The last record of a stream may be truncated.
            guard codec == .avc else { continue }
            let known = max(0, min(one.bytes.count, other.bytes.count) - 48)
            #expect(one.bytes[..<known] == other.bytes[..<known], "record \(index)")
        }
    }

    private static func startsPicture(_ bytes: [UInt8], _ position: Int) -> Bool {
        guard let packet = PlainDemultiplexer(Array(bytes[position..<position + 188])).packets.first,
            packet.pid == RandomSegment.video, packet.start, packet.payload.count > 12
        else { return false }
        let data = packet.payload.dropFirst(9 + Int(packet.payload[8]))
        return data.starts(with: [0, 0, 1]) || data.starts(with: [0, 0, 0])
    }
}
