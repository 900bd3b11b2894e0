import SampleEncryption
import Testing
import TransportStreams

@testable import HLSPackaging

/// Where I-frames are in a segment that SAMPLE-AES made longer or shorter.
struct TransformedRangeTests {
    /// A unit of ten packets at byte 1000 of the output.
    private static func unit(_ format: PacketFormat, _ map: OffsetMap?, added: UInt64) throws -> MediaUnit {
        let file = try InputFile(path: "/proc/self/exe")
        var unit = MediaUnit(
            file: TreePath("a.ts"),
            clearRange: 0..<UInt64(10 * format.stride),
            content: .segment,
            version: file.version,
            origin: .main(1)
        )
        unit.protection = .sampleAES(
            KeySlot(track: "all", period: 0),
            .transportStream(try SampleFormats.tables(format))
        )
        unit.transformation = map.map { MediaUnit.Transformation(outputLength: 1880 + added, map: $0) }
        unit.outputOffset = 1000
        return unit
    }

    private static let grown = OffsetMap(
        insertions: [
            .init(clearOffset: 3 * 188, count: 188), .init(clearOffset: 1880, count: 15 * 188),
        ]
    )

    @Test(
        arguments: [
            ("nothing moved", .plain, .identity, 0, 188..<564, 1188..<1564),
            ("nothing moved, off the borders", .plain, .identity, 0, 189..<565, 1189..<1565),
            ("what was added behind it is its own", .plain, grown, 16, 188..<564, 1188..<1752),
            ("what was added before it is not", .plain, grown, 16, 564..<752, 1752..<1940),
            ("before what was added", .plain, grown, 16, 0..<188, 1000..<1188),
            ("to the end", .plain, grown, 16, 564..<1880, 1752..<1000 + 26 * 188),
            ("widened to packets", .plain, grown, 16, 190..<560, 1188..<1752),
            (
                "192 bytes", .timestamped, OffsetMap(clearStride: 192, outputStride: 188), 0, 192..<576,
                1188..<1564
            ),
            (
                "192 bytes, from sync byte to sync byte", .timestamped,
                OffsetMap(clearStride: 192, outputStride: 188), 0, 196..<580, 1188..<1752
            ),
            (
                "204 bytes to the end", .errorCorrected, OffsetMap(clearStride: 204, outputStride: 188), 0,
                204..<2040, 1188..<2880
            ),
        ] as [(String, PacketFormat, OffsetMap, UInt64, Range<UInt64>, Range<UInt64>)]
    )
    func moves(
        name: String,
        format: PacketFormat,
        map: OffsetMap,
        packets: UInt64,
        range: Range<UInt64>,
        expected: Range<UInt64>
    ) throws {
        let unit = try Self.unit(format, map, added: packets * 188)
        #expect(unit.outputRange(ofIFrame: range) == expected, "\(name)")
        #expect(unit.outputRange == 1000..<1000 + 1880 + packets * 188, "\(name)")
    }

    @Test(arguments: [PacketFormat.plain, .timestamped, .errorCorrected])
    func beforeItIsWrittenNothingGrows(format: PacketFormat) throws {
        #expect(try Self.unit(format, nil, added: 0).outputLength == 1880)
    }
}
