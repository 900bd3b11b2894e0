import CommonEncryption
import PresentationFixtures
import SampleEncryption
import Testing
import TransportStreams

@testable import Presentations
@testable import Protection

/// Ranges of I-frames in a segment whose length SAMPLE-AES has changed.
struct TransformedRangeTests {
    /// Returns a media resource of ten packets at offset 1000 of the output file.
    private static func resource(
        _ format: PacketFormat,
        _ extent: OutputExtent?,
        isClear: Bool = false
    ) throws -> OutputResource {
        let file = try InputFile(path: "/proc/self/exe")
        let resource = MediaResource(
            file: TreePath("a.ts"),
            clearRange: 0..<UInt64(10 * format.stride),
            content: .segment,
            version: file.version,
            origin: .main(1)
        )
        let tables = try SampleFormats.tables(format)
        let treatment: ResourceTreatment =
            isClear
            ? .clear(.transportStream(tables)) : .transportStream(.init(track: "all", period: 0), tables)
        return OutputResource(
            planned: PlannedResource(resource, treatment),
            offset: 1000,
            extent: extent ?? treatment.plannedExtent(ofClear: resource.clearLength),
            hasLeadingIV: false
        )
    }

    private static let grown = OffsetMap(
        sizeChanges: [
            .init(clearOffset: 3 * 188, insertedCount: 188),
            .init(clearOffset: 1880, insertedCount: 15 * 188),
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
        let resource = try Self.resource(format, OutputExtent(length: 1880 + packets * 188, map: map))
        #expect(resource.range(ofIFrame: range) == expected, "\(name)")
        #expect(resource.range == 1000..<1000 + 1880 + packets * 188, "\(name)")
    }

    @Test(arguments: [PacketFormat.plain, .timestamped, .errorCorrected])
    func beforeItIsWrittenNothingGrows(format: PacketFormat) throws {
        #expect(try Self.resource(format, nil).extent.length == 1880)
    }

    /// Clear media resources in a SAMPLE-AES presentation get packets of 188 bytes as well.
    @Test(arguments: [PacketFormat.plain, .timestamped, .errorCorrected])
    func clearUnits(format: PacketFormat) throws {
        let resource = try Self.resource(format, nil, isClear: true)
        #expect(resource.range == 1000..<2880)
        let stride = UInt64(format.stride)
        #expect(resource.range(ofIFrame: 2 * stride..<5 * stride) == 1376..<1940)
    }

    /// The packets arrive in pieces that begin and end anywhere.
    @Test(arguments: [(4, 0, PacketFormat.timestamped), (0, 16, .errorCorrected)], [1, 187, 1000, 100_000])
    func trims(packets: (front: Int, behind: Int, format: PacketFormat), piece: Int) throws {
        let clear = Array(try SampleFile.bytes("ts/video/240p/segment0.ts").prefix(50 * 188))
        let long = SampleFile.repacked(clear, front: packets.front, behind: packets.behind)
        var trimmer = PacketTrimmer(packets.format)
        var found: [UInt8] = []
        for start in stride(from: 0, to: long.count, by: piece) {
            // The piece is part of a buffer with other bytes around it.
            let bytes = [9, 9, 9] + long[start..<min(start + piece, long.count)] + [9, 9]
            trimmer.trim(bytes, 3..<bytes.count - 2, at: UInt64(start))
            found += trimmer.bytes
        }
        #expect(found == clear)
    }
}
