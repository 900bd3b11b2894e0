import Testing

@testable import Muxing

struct PESHeaderWriterTests {
    struct Case: Sendable {
        let presentation: Int64
        let decoding: Int64
        let stamps: [UInt8]
    }

    @Test(arguments: [
        // 900000 is 0, 27 and 15264 in 3, 15 and 15 bits.
        Case(presentation: 900_000, decoding: 900_000, stamps: [0x21, 0x00, 0x37, 0x77, 0x41]),
        Case(
            presentation: 900_000,
            decoding: 1,
            stamps: [0x31, 0x00, 0x37, 0x77, 0x41, 0x11, 0x00, 0x01, 0x00, 0x03]
        ),
        Case(presentation: 1 << 33, decoding: 1 << 33, stamps: [0x21, 0x00, 0x01, 0x00, 0x01]),
        Case(presentation: (1 << 33) - 1, decoding: (1 << 33) - 1, stamps: [0x2F, 0xFF, 0xFF, 0xFF, 0xFF]),
        Case(
            presentation: 1 << 33,
            decoding: -1,
            stamps: [0x31, 0x00, 0x01, 0x00, 0x01, 0x1F, 0xFF, 0xFF, 0xFF, 0xFF]
        ),
    ])
    func writesTimeStamps(_ test: Case) {
        var bytes: [UInt8] = []
        PESHeaderWriter.append(
            streamID: 0xE0,
            presentationTime: test.presentation,
            decodingTime: test.decoding,
            to: &bytes
        )
        let flags: UInt8 = test.stamps.count == 10 ? 0xC0 : 0x80
        let start: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x84, flags, UInt8(test.stamps.count)]
        #expect(bytes == start + test.stamps)
        let hasDecodingTime = test.presentation != test.decoding
        #expect(PESHeaderWriter.size(hasDecodingTime: hasDecodingTime) == bytes.count)
    }

    @Test(arguments: [(14, 8), (65_541, 65_535), (65_542, 0)])
    func tellsLengthsThatFit(_ size: Int, _ expected: UInt16) {
        #expect(PESHeaderWriter.packetLength(size: size) == expected)
    }
}
