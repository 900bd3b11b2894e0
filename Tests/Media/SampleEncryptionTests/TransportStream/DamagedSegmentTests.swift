import SampleEncryption
import TestRandomness
import Testing

/// Segments with a few wrong bytes are refused, or decrypt to the invariant of the clear segment.
struct DamagedSegmentTests {
    @Test(arguments: Array(1...40) as [UInt64])
    func isRefusedOrRightAllTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let segment = TransportStreamEncryptionTests.make(seed)
        for _ in 0..<5 {
            var bytes = segment.segment.bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // Changes bytes mostly in headers.
                let packet = Int.random(in: 0..<bytes.count / 188, using: &random) * 188
                let offset = Int.random(in: 0..<(Bool.random(using: &random) ? 24 : 188), using: &random)
                bytes[packet + offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes.removeLast(Int.random(in: 1...400, using: &random))
            }
            do {
                let (protected, outcome) = try SegmentRun.encrypt(bytes, segment.survey())
                let decrypted = try SegmentRun.invariant(protected, key: try SegmentRun.key())
                #expect(outcome.mac == decrypted.code)
                #expect(try SegmentRun.invariant(bytes, key: nil).code == decrypted.code)
            } catch let error as SampleEncryptionError {
                if case .cipher = error { Issue.record(error) }
            }
        }
    }
}
