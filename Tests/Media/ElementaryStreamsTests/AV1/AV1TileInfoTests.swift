import Bitstreams
import Testing

@testable import ElementaryStreams

/// tile_info (AV1, 5.9.15), with expected values computed by hand from its formulas.
struct AV1TileInfoTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let width: Int
        let height: Int
        var hasLargeSuperblocks = false
        let bits: String
        let columns: Int
        let rows: Int
        var sizeLength = 0
    }

    private static let cases: [Case] = [
        Case(testDescription: "one superblock", width: 64, height: 64, bits: "1", columns: 1, rows: 1),
        Case(
            testDescription: "one tile of many",
            width: 640,
            height: 360,
            bits: "1 0 0",
            columns: 1,
            rows: 1
        ),
        Case(
            testDescription: "2 x 2, size of 2 bytes",
            width: 640,
            height: 360,
            bits: "1 10 10 11 01",
            columns: 2,
            rows: 2,
            sizeLength: 2
        ),
        // Three superblocks in up to four tiles give three; all increment bits are set, so no terminating
        // zero follows.
        Case(
            testDescription: "fewer than the logarithm says",
            width: 192,
            height: 64,
            bits: "1 11 00 11",
            columns: 3,
            rows: 1,
            sizeLength: 4
        ),
        // 10 columns divided by four are three superblocks a tile, so there are four tiles; 6 rows in two
        // tiles.
        Case(
            testDescription: "rounded up",
            width: 640,
            height: 360,
            bits: "1 110 10 000 00",
            columns: 4,
            rows: 2,
            sizeLength: 1
        ),
        // 5 superblocks divided by four are two a tile, so there are three tiles.
        Case(
            testDescription: "large superblocks",
            width: 640,
            height: 128,
            hasLargeSuperblocks: true,
            bits: "1 110 00 10",
            columns: 3,
            rows: 1,
            sizeLength: 3
        ),
        // 65 superblocks: a tile is at most 64 wide, so there are at least two; rows may stay undivided.
        Case(
            testDescription: "wide",
            width: 4160,
            height: 64,
            bits: "1 0 0 11",
            columns: 2,
            rows: 1,
            sizeLength: 4
        ),
        // 120 x 68 superblocks: a tile has at most 64 columns and 2304 superblocks, so there are two columns
        // and four tiles.
        Case(
            testDescription: "large",
            width: 7680,
            height: 4320,
            bits: "1 0 0 11 11",
            columns: 2,
            rows: 2,
            sizeLength: 4
        ),
        // In ns(3) 0 is "0"; in ns(2) 1 is "1". Tile widths are 1 and 2.
        Case(
            testDescription: "explicit",
            width: 192,
            height: 64,
            bits: "0 0 1 1 10",
            columns: 2,
            rows: 1,
            sizeLength: 3
        ),
        // In ns(3) 2 is "11"; in ns(6) 4 is "110"; ns(1) takes no bits. One column of width 3, rows of height
        // 5 and 1.
        Case(
            testDescription: "explicit rows",
            width: 192,
            height: 384,
            bits: "0 11 110 0 00",
            columns: 1,
            rows: 2,
            sizeLength: 1
        ),
    ]

    private static func read(_ example: Case, _ reader: inout BitReader) throws -> AV1TileInfo {
        try AV1TileInfo(
            &reader,
            grid: AV1SuperblockGrid(
                width: example.width,
                height: example.height,
                hasLargeSuperblocks: example.hasLargeSuperblocks
            )
        )
    }

    @Test(arguments: cases)
    func counts(_ example: Case) throws {
        let bytes = payload(example.bits)
        var reader = BitReader(bytes[...])
        let tiles = try Self.read(example, &reader)
        #expect(tiles.columns == example.columns)
        #expect(tiles.rows == example.rows)
        #expect(tiles.count == example.columns * example.rows)
        #expect(tiles.sizeLength == example.sizeLength)
        #expect(bytes.count * 8 - reader.count == bits(example.bits).count)
    }

    @Test func theContextComesFromATile() {
        let example = Case(
            testDescription: "",
            width: 192,
            height: 64,
            bits: "1 11 11 11",
            columns: 3,
            rows: 1
        )
        let bytes = payload(example.bits)
        var reader = BitReader(bytes[...])
        #expect(throws: ParseError.self) { try Self.read(example, &reader) }
    }

    @Test func noMoreThan64Columns() {
        // 65 columns of one superblock: ns(64) takes six bits, and fewer as fewer superblocks remain.
        let bytes = [0] + [UInt8](repeating: 0, count: 100)
        let example = Case(testDescription: "", width: 4160, height: 64, bits: "", columns: 65, rows: 1)
        var reader = BitReader(bytes[...])
        let error = #expect(throws: ParseError.self) { try Self.read(example, &reader) }
        #expect(error?.found == "tiles 65 x 1")
    }
}
