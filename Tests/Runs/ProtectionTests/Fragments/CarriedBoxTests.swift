import PresentationFixtures
import Testing

@testable import Presentations

/// Boxes between the segments of a file.
struct CarriedBoxTests {
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

    /// Each index is of the next one, and the last one of bytes that nobody names.
    ///
    /// That one falls and all with it; looked at from the front, a pass would find one of them.
    @Test(.timeLimit(.minutes(1)))
    func leavesOutChainsOfIndexes() throws {
        let length = UInt64(Boxes.index([0]).count)
        let chain = [UInt64](repeating: length, count: 3000).map { Boxes.index([$0], indexes: [0]) }
        let unnamed = Boxes.box("mdat", [UInt8](repeating: 0, count: 292))
        let indexes = chain + [Boxes.index([300])]
        #expect(
            try Self.carried(
                [("seg", Self.segment)] + indexes.map { ("sidx", $0) }
                    + [("mdat", unnamed), ("seg", Self.segment), ("free", Self.free), ("seg", Self.segment)]
            ) == ["free"]
        )
    }

    /// The same chain, whose last index is of a segment.
    @Test func carriesChainsOfIndexes() throws {
        let length = UInt64(Boxes.index([0]).count)
        let indexes = (0..<20).map { _ in Boxes.index([length], indexes: [0]) } + [Boxes.index([200])]
        #expect(
            try Self.carried(
                [("seg", Self.segment)] + indexes.map { ("sidx", $0) } + [("seg", Self.segment)]
            ) == [String](repeating: "sidx", count: 21)
        )
    }
}
