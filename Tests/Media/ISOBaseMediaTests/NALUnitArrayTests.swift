import Bitstreams
import ISOBaseMedia
import Testing

/// Configuration records written by hand from ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1.
struct NALUnitArrayTests {
    private static let sequence: [UInt8] = [0x67, 1, 2]
    private static let picture: [UInt8] = [0x68, 3]

    private static func avc(_ lengthByte: UInt8, _ sets: [UInt8]) -> [UInt8] {
        [1, 100, 0, 31, lengthByte] + sets
    }

    private static func hevc(_ lengthByte: UInt8, _ arrays: [UInt8]) -> [UInt8] {
        [1] + [UInt8](repeating: 0, count: 20) + [lengthByte] + arrays
    }

    private static func read(_ type: String, _ body: [UInt8]) throws(ParseError) -> NALUnitArrays {
        var reader = ByteReader(box(type, body)[...])
        let box = try Box(&reader)
        return type == "avcC" ? try NALUnitArrays(avc: box) : try NALUnitArrays(hevc: box)
    }

    @Test(
        arguments: [
            ("avcC", avc(0xFF, [0xE1, 0, 3] + sequence + [1, 0, 2] + picture), 4, [sequence, picture]),
            ("avcC", avc(0xFD, [0xE0, 0]), 2, []),
            // The fields of the high profiles follow.
            (
                "avcC",
                avc(
                    0xFC,
                    [0xE1, 0, 3] + sequence + [2, 0, 2] + picture + [0, 2] + picture + [0xFD, 0xF8]
                ), 1,
                [sequence, picture, picture]
            ),
            ("hvcC", hevc(0x03, [0]), 4, []),
            // Video, sequence and picture parameter sets, and an SEI.
            (
                "hvcC",
                hevc(
                    0x0D,
                    [4, 0xA0, 0, 1, 0, 2, 0x40, 1, 0x21, 0, 2, 0, 2, 0x42, 1, 0, 3, 0x42, 1, 9]
                        + [0xA7, 0, 1, 0, 1, 0x4E, 0xA2, 0, 1, 0, 2, 0x44, 1]
                ), 2, [[0x40, 1], [0x42, 1], [0x42, 1, 9], [0x44, 1]]
            ),
        ] as [(String, [UInt8], Int, [[UInt8]])]
    )
    func isRead(type: String, body: [UInt8], lengthSize: Int, sets: [[UInt8]]) throws {
        let arrays = try Self.read(type, body)
        #expect(arrays.lengthSize == lengthSize)
        #expect(arrays.parameterSets.map(Array.init) == sets)
    }

    @Test(
        arguments: [
            ("avcC", avc(0xFE, [0xE0, 0]), 12),
            ("avcC", [2, 100, 0, 31, 0xFF, 0xE0, 0], 8),
            ("avcC", avc(0xFF, [0xE1, 0, 0, 0]), 14),
            ("avcC", avc(0xFF, [0xE1, 0, 4] + sequence), 16),
            ("avcC", avc(0xFF, [0xFF, 0, 3] + sequence), 19),
            ("avcC", avc(0xFF, [0xE1, 0, 3] + sequence), 19),
            ("avcC", avc(0xFF, [0xE1, 0, 2] + picture + [0]), 16),
            ("hvcC", hevc(0x02, [0]), 29),
            ("hvcC", hevc(0x03, []), 30),
            ("hvcC", hevc(0x03, [1, 0xA1, 0xFF, 0xFF, 0, 2, 0x42, 1]), 38),
            ("hvcC", hevc(0x03, [1, 0xA1, 0, 1, 0, 0]), 34),
            ("hvcC", hevc(0x03, [1, 0xA1, 0, 1, 0, 2, 0x44, 1]), 36),
            ("hvcC", hevc(0x03, [2, 0xA1, 0, 0]), 34),
        ] as [(String, [UInt8], UInt64)]
    )
    func isRefused(type: String, body: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try Self.read(type, body) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test func configurationUnitsOfAV1() throws {
        var reader = ByteReader(box("av1C", [0x81, 0x08, 0x4C, 0, 0x0A, 1, 2])[...])
        let configuration = try AV1ConfigurationBox(try Box(&reader))
        #expect(configuration.configurationOBUs == [0x0A, 1, 2])
        #expect(configuration.bitDepth == 10)
    }
}
