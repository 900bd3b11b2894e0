import PresentationFixtures
import Testing

@testable import Presentations
@testable import Protection

/// Boxes between the segments of a file that go into the protected file.
struct CarriedBoxTests {
    /// Returns the boxes kept from a file: 100 bytes of initialization section, then the parts, of which a
    /// playlist references those named "seg".
    private static func carried(_ parts: [(name: String, bytes: [UInt8])]) throws -> [String] {
        var file = [UInt8](repeating: 0, count: 100)
        var lines = [#"#EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0""#]
        var partNames: [Range<UInt64>: String] = [:]
        for part in parts {
            let range = UInt64(file.count)..<UInt64(file.count + part.bytes.count)
            partNames[range] = part.name
            if part.name == "seg" {
                lines += ["#EXTINF:6,", "#EXT-X-BYTERANGE:\(part.bytes.count)@\(file.count)", "a.mp4"]
            }
            file += part.bytes
        }
        let tree = try TreeFixture(["main.m3u8": TreeFixture.mediaPlaylist(lines)])
        try tree.directory.write(file, to: "in/a.mp4")
        let planned = try PlannedTree(fragments: tree, .sampleAES())
        return planned.plan.carriedBoxes.map { partNames[$0.clearRange] ?? "\($0.clearRange)" }
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
        // No playlist references the bytes of `inner`'s second reference, and `outer` refers to `inner`.
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

    /// Each index refers to the next one, and the last one to bytes that no playlist references.
    ///
    /// All are left out. A forward pass would find only one of them, and 3000 passes would be too slow.
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

    /// The last index of the same chain refers to a segment.
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
