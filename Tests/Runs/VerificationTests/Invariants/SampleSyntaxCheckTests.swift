import MediaSyntax
import SampleEncryption
import Testing
import TransportStreams

@testable import Verification

/// Faults detected in decrypted samples.
struct SampleSyntaxCheckTests {
    private static let pid = PacketIdentifier(0x100)
    /// A PES header of 9 bytes without timestamps: stream_id 0xE0, no length.
    private static let header: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0]

    private static func fault(_ data: [UInt8], _ codec: SampleAESCodec) -> SyntaxFault? {
        let bytes = header + data
        var shape = SampleSyntaxCheck()
        shape.check(
            InvariantRecord(kind: .pesPacket(pid, codec), offset: 1316, range: bytes.indices),
            bytes.span
        )
        return shape.fault
    }

    /// ITU-T H.264, 7.4.1: no 00 00 00, 00 00 01 or 00 00 02, and no 00 00 03 before a byte above 03.
    @Test(arguments: [[0, 0, 2], [0, 0, 0, 5], [0, 0, 3, 4], [0, 0, 3, 0, 0, 3, 0xFF]] as [[UInt8]])
    func excludedBytes(_ bytes: [UInt8]) throws {
        let fault = try #require(Self.fault([0, 0, 0, 1, 0x65, 7] + bytes + [9, 0x80], .avc))
        #expect(fault.offset == 1316)
        #expect(fault.structure == "NAL unit 0 of the decrypted PES packet")
    }

    @Test(
        arguments: [
            [0, 0, 3, 0, 0, 3, 3], [0, 1, 0, 2], [0, 0, 3, 2], [0, 0, 0, 1, 9, 0xF0], [0, 0, 3],
        ] as [[UInt8]]
    )
    func allowedBytes(_ bytes: [UInt8]) {
        #expect(Self.fault([0, 0, 0, 1, 0x65, 7] + bytes, .avc) == nil)
    }

    /// Forbidden bytes long after allowed ones, at every offset within a machine word and a block.
    @Test(arguments: 0..<80)
    func excludedBytesFarBehind(_ distance: Int) {
        let start: [UInt8] = [0, 0, 0, 1, 0x65, 7, 0, 0, 3, 1, 0, 0, 9]
        let middle = [UInt8](repeating: 0x55, count: distance)
        let end: [UInt8] = [0x55, 0x80]
        for bytes in [[0, 0, 2], [0, 0, 3, 4]] as [[UInt8]] {
            #expect(Self.fault(start + middle + bytes + end, .avc) != nil)
        }
        #expect(Self.fault(start + middle + [0, 0, 3, 0] + end, .avc) == nil)
    }

    /// An ADTS frame of AAC LC (ISO/IEC 13818-7, 6.2) whose only element is END, or which has none.
    @Test(arguments: [(0xE0, true), (0x00, false)] as [(UInt8, Bool)])
    func elementsOfAAC(_ data: UInt8, _ isSound: Bool) {
        // 44.1 kHz, two channels, 8 bytes.
        let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, data]
        #expect((Self.fault(frame + frame, .aac) == nil) == isSound)
    }
}
