import SampleEncryption
import Testing

@testable import HLSPackaging

/// Segment indexes whose bytes move.
struct SegmentIndexTests {
    /// A file of a section of 100 bytes that gets 40 more, an index, and two segments of 200 and 300 bytes that get 10 and 20
    /// more behind their first 8 bytes; the index is of `length` bytes.
    private static func places(length: UInt64) -> FilePlaces {
        let first = 100 + length
        return FilePlaces(runs: [
            .init(clear: 0..<100, outputOffset: 0, outputLength: 140, map: map(8, 40)),
            .init(clear: 100..<first, outputOffset: 140, outputLength: length, map: .identity),
            .init(
                clear: first..<first + 200,
                outputOffset: 140 + length,
                outputLength: 210,
                map: map(8, 10)
            ),
            .init(
                clear: first + 200..<first + 500,
                outputOffset: 350 + length,
                outputLength: 320,
                map: map(8, 20)
            ),
        ])
    }

    private static func map(_ offset: UInt64, _ count: UInt64) -> OffsetMap {
        OffsetMap(insertions: [.init(clearOffset: offset, count: count)])
    }

    @Test(
        arguments: [
            ("two segments", Boxes.index([200, 300]), Boxes.index([210, 320])),
            ("64-bit times", Boxes.index(version: 1, [200, 300]), Boxes.index(version: 1, [210, 320])),
            ("the second only", Boxes.index(firstOffset: 200, [300]), Boxes.index(firstOffset: 210, [320])),
            (
                "the first one marked as an index", Boxes.index([200, 300], indexes: [0]),
                Boxes.index([210, 320], indexes: [0])
            ),
            ("a border inside of a segment", Boxes.index([208, 292]), Boxes.index([238, 292])),
            ("none", Boxes.index([]), Boxes.index([])),
        ] as [(String, [UInt8], [UInt8])]
    )
    func follows(name: String, clear: [UInt8], expected: [UInt8]) throws {
        var bytes = clear
        try SegmentIndexEdit(clear, at: 100).apply(Self.places(length: UInt64(clear.count)), to: &bytes)
        #expect(bytes == expected, "\(name)")
    }

    @Test(arguments: [[200, 301], [0xFFFF], [200, 300, 1]] as [[UInt64]])
    func refusesBordersThatAreNotThere(sizes: [UInt64]) throws {
        var bytes = Boxes.index(sizes)
        let edit = try SegmentIndexEdit(bytes, at: 100)
        let places = Self.places(length: UInt64(bytes.count))
        #expect(throws: SegmentIndexEdit.MissingBorder.self) { try edit.apply(places, to: &bytes) }
    }

    /// A file of a section of 100 bytes, then the parts, of which those that are named "seg" a playlist names.
    private static func carried(_ parts: [(name: String, bytes: [UInt8])]) throws -> [String] {
        var file = [UInt8](repeating: 0, count: 100)
        var lines = [#"#EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0""#]
        var places: [Range<UInt64>: String] = [:]
        for part in parts {
            let range = UInt64(file.count)..<UInt64(file.count + part.bytes.count)
            places[range] = part.name
            if part.name == "seg" {
                lines += ["#EXTINF:6,", "#EXT-X-BYTERANGE:\(part.bytes.count)@\(file.count)", "a.mp4"]
            }
            file += part.bytes
        }
        let tree = try TreeFixture(["main.m3u8": TreeFixture.mediaPlaylist(lines)])
        try tree.directory.write(file, to: "in/a.mp4")
        let planned = try PlannedTree(fragments: tree, .sampleAES())
        return planned.layout.carriedBoxes.map { places[$0.clearRange] ?? "\($0.clearRange)" }
    }

    private static let segment = [UInt8](repeating: 1, count: 200)
    private static let free = Boxes.box("free", [1, 2, 3])
    private static let random = Boxes.box("mfra", [0])

    @Test func carriesIndexesAndRoom() throws {
        let global = Boxes.index([200 + 11 + 200])
        #expect(
            try Self.carried([
                ("sidx", global), ("seg", Self.segment), ("free", Self.free), ("seg", Self.segment),
                ("mfra", Self.random),
            ]) == ["sidx", "free"]
        )
    }

    @Test func leavesOutWhatHoldsMediaOrIsNoBox() throws {
        let hidden = Boxes.box("moof", []) + Boxes.box("mdat", [9])
        #expect(
            try Self.carried([
                ("moof", hidden), ("free", Self.free), ("seg", Self.segment), ("junk", [0, 0, 0, 9]),
                ("seg", Self.segment),
            ]) == ["free"]
        )
    }

    @Test func leavesOutIndexesOfWhatIsLeftOut() throws {
        // The second reference is of bytes that nobody names, and the first reference is of the index that has it.
        let inner = Boxes.index([200, 300])
        let outer = Boxes.index([UInt64(inner.count), 200], indexes: [0])
        let unnamed = Boxes.box("mdat", [UInt8](repeating: 0, count: 292))
        #expect(
            try Self.carried([
                ("outer", outer), ("inner", inner), ("seg", Self.segment), ("mdat", unnamed),
                ("seg", Self.segment),
            ]) == []
        )
    }
}
