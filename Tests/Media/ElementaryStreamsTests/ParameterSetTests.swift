import Bitstreams
import ElementaryStreams
import Testing

/// Parameter sets written field by field from ITU-T H.264, 7.3.2.1.1, and H.265, 7.3.2.2.1.
struct ParameterSetTests {
    struct Picture: Sendable, CustomStringConvertible {
        let description: String
        let chroma: UInt64
        /// Macroblocks per row, map units per column.
        let units: (UInt64, UInt64)
        let hasFramesOnly: Bool
        /// The offsets left, right, top, bottom, in cropping units.
        var cropping: [UInt64]?
        let expected: PictureSize
    }

    static let pictures: [Picture] = [
        Picture(
            description: "1080p, 8 rows cropped as 4 units of 2",
            chroma: 1,
            units: (120, 68),
            hasFramesOnly: true,
            cropping: [0, 0, 0, 4],
            expected: PictureSize(width: 1920, height: 1080)
        ),
        Picture(
            description: "1080i, 8 rows cropped as 2 units of 4",
            chroma: 1,
            units: (120, 34),
            hasFramesOnly: false,
            cropping: [0, 0, 0, 2],
            expected: PictureSize(width: 1920, height: 1080)
        ),
        Picture(
            description: "monochrome, units of 1",
            chroma: 0,
            units: (2, 2),
            hasFramesOnly: true,
            cropping: [1, 2, 3, 4],
            expected: PictureSize(width: 29, height: 25)
        ),
        Picture(
            description: "4:2:2, units of 2 by 1",
            chroma: 2,
            units: (2, 2),
            hasFramesOnly: true,
            cropping: [1, 2, 3, 4],
            expected: PictureSize(width: 26, height: 25)
        ),
        Picture(
            description: "not cropped",
            chroma: 1,
            units: (80, 45),
            hasFramesOnly: true,
            expected: PictureSize(width: 1280, height: 720)
        ),
    ]

    private static func avc(_ picture: Picture, hasMatrix: Bool = false) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0x64_0028, 24)
        bits.writeGolomb(0)
        bits.writeGolomb(picture.chroma)
        bits.writeGolomb(0)
        bits.writeGolomb(0)
        bits.write(0, 1)
        bits.write(hasMatrix ? 1 : 0, 1)
        if hasMatrix {
            // One scaling list of 16 steps of +1, one that ends at once (delta -8, code 16), and six that are
            // absent.
            bits.write(1, 1)
            for _ in 0..<16 { bits.writeGolomb(1) }
            bits.write(1, 1)
            bits.writeGolomb(16)
            bits.write(0, 6)
        }
        bits.writeGolomb(4)
        // pic_order_cnt_type 1 with two offsets
        bits.writeGolomb(1)
        bits.write(0, 1)
        for number: UInt64 in [3, 4, 2, 5, 6] { bits.writeGolomb(number) }
        bits.writeGolomb(2)
        bits.write(0, 1)
        bits.writeGolomb(picture.units.0 - 1)
        bits.writeGolomb(picture.units.1 - 1)
        bits.write(picture.hasFramesOnly ? 1 : 0, 1)
        if !picture.hasFramesOnly { bits.write(0, 1) }
        bits.write(1, 1)
        bits.write(picture.cropping == nil ? 0 : 1, 1)
        for offset in picture.cropping ?? [] { bits.writeGolomb(offset) }
        return [0x67] + escaped(bits.payload)
    }

    @Test(arguments: pictures, [false, true])
    func readsSizesOfAVC(picture: Picture, hasMatrix: Bool) throws {
        let set = try AVCSequenceParameterSet(Self.avc(picture, hasMatrix: hasMatrix)[...], at: 0)
        #expect(set.pictureSize == picture.expected)
        #expect((set.profile, set.constraints, set.level) == (100, 0, 40))
    }

    @Test func refusesToCropEverything() {
        let picture = Picture(
            description: "",
            chroma: 1,
            units: (1, 1),
            hasFramesOnly: true,
            cropping: [0, 8, 0, 0],
            expected: PictureSize(width: 0, height: 0)
        )
        #expect(throws: ParseError.self) { try AVCSequenceParameterSet(Self.avc(picture)[...], at: 0) }
    }

    @Test func refusesHugeOffsetsAndSizes() {
        let largest: UInt64 = 0xFFFF_FFFE
        for (units, cropping) in [((largest, 1), nil), ((1, 1), [largest, largest, largest, largest])]
            as [((UInt64, UInt64), [UInt64]?)]
        {
            let picture = Picture(
                description: "",
                chroma: 1,
                units: units,
                hasFramesOnly: true,
                cropping: cropping,
                expected: PictureSize(width: 0, height: 0)
            )
            #expect(throws: ParseError.self) { try AVCSequenceParameterSet(Self.avc(picture)[...], at: 0) }
        }
    }

    @Test(arguments: [0, 1, 3])
    func readsHEVC(subLayers: Int) throws {
        var bits = BitWriter()
        bits.write(0, 4)
        bits.write(UInt64(subLayers), 3)
        bits.write(1, 1)
        // Main 10, high tier, compatible with profile 2, progressive frames only, level 5.1
        bits.write(0b00_1_00010, 8)
        bits.write(0x2000_0000, 32)
        bits.write(0x9000_0000_0000, 48)
        bits.write(153, 8)
        for _ in 0..<subLayers { bits.write(0b11, 2) }
        if subLayers > 0 { bits.write(0, 2 * (8 - subLayers)) }
        for _ in 0..<subLayers {
            bits.write(0x0102_0304_0506, 48)
            bits.write(0x0708_0900_0001, 48)
        }
        bits.writeGolomb(0)
        bits.writeGolomb(1)
        bits.writeGolomb(1920)
        bits.writeGolomb(1088)
        bits.write(1, 1)
        for offset: UInt64 in [0, 0, 0, 4] { bits.writeGolomb(offset) }
        // The fields up to log2_max_pic_order_cnt_lsb_minus4; one triple of limits; block sizes; no tools,
        // sets or extensions.
        for number: UInt64 in [2, 2, 4] { bits.writeGolomb(number) }
        bits.write(0, 1)
        for number: UInt64 in [4, 2, 0, 0, 3, 0, 3, 1, 1] { bits.writeGolomb(number) }
        bits.write(0, 4)
        bits.writeGolomb(0)
        bits.write(0, 5)
        let unit = [0x42, 0x01] + escaped(bits.payload)
        let set = try HEVCSequenceParameterSet(unit[...], at: 0)
        #expect(set.pictureSize == PictureSize(width: 1920, height: 1080))
        let description = set.profileTierLevel
        #expect(description.profile == 2 && description.isHighTier && description.level == 153)
        #expect(description.compatibility == 0x2000_0000)
        #expect(description.constraints == [0x90, 0, 0, 0, 0, 0])
    }

    /// SEI message 5 of two bytes, then message 6: recovery_frame_cnt 0 is the bit 1, 3 is 00100.
    @Test(arguments: [([0xC0], true), ([0x20], false)] as [([UInt8], Bool)])
    func findsRecoveryPoints(message: [UInt8], isExact: Bool) throws {
        let unit: [UInt8] = [0x06, 5, 2, 0xAA, 0xBB, 6, 1] + message + [0x80]
        #expect(try AVCNALUnitKind.hasExactRecoveryPoint(unit[...], at: 0) == isExact)
        #expect(try !AVCNALUnitKind.hasExactRecoveryPoint([0x06, 5, 2, 0xAA, 0xBB, 0x80], at: 0))
        #expect(throws: ParseError.self) {
            try AVCNALUnitKind.hasExactRecoveryPoint([0x06, 5, 9, 0xAA, 0xBB, 0x80], at: 0)
        }
    }
}
