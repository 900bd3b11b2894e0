import CommonEncryption
import SampleEncryption
import Testing

/// AV1 samples that are refused: malformed ones, and those that need data from outside the sample.
struct AV1RefusalTests {
    typealias Units = AV1OBUs

    private static let small = TileDataFinderTests.small
    private static let wide = TileDataFinderTests.wide
    private static let keyFrame = TileDataFinderTests.keyFrame
    private static let wideFrame = TileDataFinderTests.wideFrame

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sample: [UInt8]
        let expected: String
    }

    private static let refusals: [Refusal] = [
        Refusal(
            testDescription: "no sequence header",
            sample: Units.unit(6, keyFrame + [1]),
            expected: "malformed(byte 5002: no sequence header before the first frame"
        ),
        Refusal(
            testDescription: "no key frame",
            sample: small + Units.unit(6, Units.bytes(Units.inter(tiles: "1")) + [1]),
            expected: "depends on frames outside of its segment: no frame in reference slot 0"
        ),
        Refusal(
            testDescription: "a tile list",
            sample: small + Units.unit(8, [0]),
            expected: "OBU_TILE_LIST"
        ),
        Refusal(
            testDescription: "tiles without frame",
            sample: small + Units.unit(4, [1]),
            expected: "no frame header before tiles"
        ),
        Refusal(
            testDescription: "a copy without frame",
            sample: small + Units.unit(7, keyFrame),
            expected: "no frame header before OBU_REDUNDANT_FRAME_HEADER"
        ),
        Refusal(
            testDescription: "a frame without tiles",
            sample: small + Units.unit(6, keyFrame),
            expected: "tile 0 of 0 bytes"
        ),
        Refusal(
            testDescription: "a frame header without tiles",
            sample: small + Units.unit(3, Units.bytes(Units.key(tiles: "1") + "1")),
            expected: "no tile 0 of 1"
        ),
        Refusal(
            testDescription: "a temporal delimiter in a frame",
            sample: small + Units.unit(3, Units.bytes(Units.key(tiles: "1") + "1")) + Units.unit(2, []),
            expected: "no tile 0 of 1"
        ),
        Refusal(
            testDescription: "a second frame header",
            sample: small + Units.unit(3, Units.bytes(Units.key(tiles: "1") + "1"))
                + Units.unit(6, keyFrame + [1]),
            expected: "frame header before the last tile of a frame"
        ),
        Refusal(
            testDescription: "another sequence header in a frame",
            sample: small + Units.unit(3, Units.bytes(Units.key(tiles: "1") + "1")) + wide,
            expected: "sequence header that changes between the tiles of a frame"
        ),
        Refusal(
            testDescription: "a size beyond the sample",
            sample: small + [0x32, 40] + keyFrame,
            expected: "obu_size 40"
        ),
        Refusal(
            testDescription: "a tile beyond the unit",
            sample: wide + Units.unit(6, wideFrame + [0, 9, 0] + Units.tile(9)),
            expected: "tile 0 of 10 bytes"
        ),
        Refusal(
            testDescription: "a tile size beyond the unit",
            sample: wide + Units.unit(6, wideFrame + [0] + Units.sizedTile(9) + [1]),
            expected: "1 byte, expected 2 bytes"
        ),
        Refusal(
            testDescription: "an empty last tile",
            sample: wide + Units.unit(6, wideFrame + [0] + (0..<3).flatMap { _ in Units.sizedTile(9) }),
            expected: "tile 3 of 0 bytes"
        ),
        Refusal(
            testDescription: "numbers of tiles in OBU_FRAME",
            sample: wide + Units.unit(6, wideFrame + [0b1_00_11_000, 1]),
            expected: "tile_start_and_end_present_flag in OBU_FRAME 1"
        ),
        Refusal(
            testDescription: "tiles out of order",
            sample: wide + Units.unit(3, Units.bytes(Units.key(tiles: Units.fourTiles) + "1"))
                + Units.unit(4, Units.bytes("1 01 01") + [1]),
            expected: "tile group of tiles 1 to 1"
        ),
        Refusal(
            testDescription: "a group backwards",
            sample: wide + Units.unit(3, Units.bytes(Units.key(tiles: Units.fourTiles) + "1"))
                + Units.unit(4, Units.bytes("1 00 00") + [1]) + Units.unit(4, Units.bytes("1 01 00") + [1]),
            expected: "tile group of tiles 1 to 0"
        ),
        Refusal(
            testDescription: "alignment that is not zero",
            sample: small + Units.unit(6, keyFrame.dropLast() + [(keyFrame.last ?? 0) | 1] + [1]),
            expected: "byte alignment with bits that are set"
        ),
        Refusal(
            testDescription: "show_existing_frame in OBU_FRAME",
            sample: small
                + Units.unit(
                    6,
                    Units.bytes("0 00 0 1 0 0 0 00000001 0 0 1 01100100 0 0 0 0 0 0 000000 000000 000 0 1 1")
                        + [1]
                ) + Units.unit(6, Units.bytes("1 000")),
            expected: "show_existing_frame in OBU_FRAME 1"
        ),
    ]

    @Test(arguments: refusals)
    func refuses(_ refusal: Refusal) {
        let error = TileDataFinderTests.error([refusal.sample])
        #expect(error?.contains(refusal.expected) == true, "\(error ?? "nothing thrown")")
    }

    @Test(arguments: [[0x0A], [0x0A, 9, 0], [0x92, 0], [0x0A, 1, 0x60]] as [[UInt8]])
    func refusesConfiguration(bytes: [UInt8]) {
        #expect(throws: SampleEncryptionError.self) { _ = try TileDataFinder(configuration: bytes) }
    }
}
