import Bitstreams
import Testing

/// Exp-Golomb codes of ITU-T H.264, 9.1 and table 9-2.
struct ExponentialGolombTests {
    @Test(
        arguments: [
            ([0b1000_0000], 0, 0), ([0b0100_0000], 1, 1), ([0b0110_0000], 2, -1), ([0b0010_0000], 3, 2),
            ([0b0010_1000], 4, -2), ([0b0001_0000], 7, 4),
            // 31 zeros, the 1 bit, and 31 more bits.
            ([0, 0, 0, 1, 0, 0, 0, 0], (1 << 31) - 1, 1 << 30),
            ([0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE], 0xFFFF_FFFE, -0x7FFF_FFFF),
        ] as [([UInt8], UInt32, Int32)]
    )
    func isRead(bytes: [UInt8], unsigned: UInt32, signed: Int32) throws {
        var reader = BitReader(bytes[...])
        #expect(try reader.unsignedExponentialGolomb() == unsigned)
        reader = BitReader(bytes[...])
        #expect(try reader.signedExponentialGolomb() == signed)
    }

    @Test func longCodesAreRefused() {
        var reader = BitReader([0, 0, 0, 0, 0x80, 0, 0, 0, 0][...])
        let error = #expect(throws: ParseError.self) { try reader.unsignedExponentialGolomb() }
        guard case .invalid(0, _, _, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [[], [0], [0, 0, 0], [0b0001_0000 >> 3], [0, 0, 0, 1, 0, 0, 0]] as [[UInt8]])
    func missingBitsAreRefused(bytes: [UInt8]) {
        var reader = BitReader(bytes[...])
        let error = #expect(throws: ParseError.self) { try reader.unsignedExponentialGolomb() }
        guard case .truncated? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
