import Failures
import Foundation
import HLSPlaylists
import ISOBaseMedia
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Protection

/// A single file with a `sidx` box for its segments, within the range of EXT-X-MAP or after it.
struct SegmentIndexRunTests {
    private static let sectionLength = 1312
    /// The lengths of the segments in the file, in bytes, from its playlist.
    private static let sizes: [UInt64] = [21692, 23278, 22957, 23464, 23305, 21087]

    /// Creates a run for the sample with an index in it; `sizes` are the subsegment sizes in the index.
    private static func run(inMap: Bool, _ sizes: [UInt64] = sizes) throws -> FragmentRun {
        var files = try SampleFile.tree("fmp4-byterange")
        let index = Boxes.index(sizes)
        let media = try #require(files["main.mp4"])
        files["main.mp4"] = Array(media[..<sectionLength]) + index + Array(media[sectionLength...])
        for name in ["index.m3u8", "iframes.m3u8"] {
            var lines = String(decoding: try #require(files[name]), as: UTF8.self)
                .components(separatedBy: "\n")
            for number in lines.indices {
                if inMap, lines[number].hasPrefix("#EXT-X-MAP") {
                    lines[number] = lines[number]
                        .replacing("\(sectionLength)@0", with: "\(sectionLength + index.count)@0")
                }
                let parts = lines[number].split(separator: "@")
                if lines[number].hasPrefix("#EXT-X-BYTERANGE"), parts.count == 2 {
                    let offset = try #require(Int(parts[1]))
                    lines[number] = "\(parts[0])@\(offset + index.count)"
                }
            }
            files[name] = Array(lines.joined(separator: "\n").utf8)
        }
        return try FragmentRun(files: files)
    }

    @Test(arguments: [false, true], [Duration?.none, .seconds(6)])
    func itFollows(inMap: Bool, rotation: Duration?) throws {
        let run = try Self.run(inMap: inMap)
        let (_, files) = try run.run(.sampleAES(.identity, clearLead: .seconds(2), rotation: rotation))
        let file = try #require(files["main.mp4"])
        let boxes = try TopLevelBoxIterator.boxes(in: file)
        let indexBox = try #require(boxes.first { $0.type == "sidx" })
        let index = try SubsegmentBorders(Array(file[indexBox.indices]), at: indexBox.range.lowerBound)
        // The index and the playlist have the same segment borders.
        let playlist = try #require(try run.tree("out").media.first { $0.path == TreePath("index.m3u8") })
        let ranges = playlist.reading.playlist.segments.compactMap(\.byteRange)
        #expect(index.borders == ranges.map(\.offset) + [ranges.last?.end ?? 0])
        #expect(ranges.map(\.length) != Self.sizes)
        #expect(ranges.last?.end == UInt64(file.count))
        // A form in a file of its own has no segments after it.
        let derived = files["main.key1.mp4"]
        #expect((derived != nil) == (rotation != nil))
        if let derived {
            #expect(try TopLevelBoxIterator.boxes(in: derived).allSatisfy { $0.type != "sidx" })
        }
        // Every referenced segment decrypts.
        let clear = try run.referenced(in: "in", run.clear)
        for (clear, protected) in zip(clear, try run.referenced(in: "out", files)) {
            #expect(try run.invariant(protected) == run.invariant(clear), "\(clear.playlist) \(clear.offset)")
        }
    }

    /// An index of bytes that the result lacks is refused before a key is minted if a playlist references the
    /// index; otherwise the index is left out.
    @Test(arguments: [false, true])
    func anIndexOfOtherBytes(inMap: Bool) throws {
        let run = try Self.run(inMap: inMap, Self.sizes + [1])
        guard inMap else {
            let (_, files) = try run.run(.sampleAES())
            let file = try #require(files["main.mp4"])
            #expect(try TopLevelBoxIterator.boxes(in: file).allSatisfy { $0.type != "sidx" })
            return
        }
        let error = #expect(throws: RunFailure.self) { try run.run(.sampleAES()) }
        try Self.expectRefusal(
            error,
            of: run,
            "byte \(Self.sectionLength): SAMPLE-AES cannot protect this ('sidx' with a subsegment"
        )
    }

    /// Returns an audio fragment of `size` bytes without media data; each sample except the last has 64 MiB.
    private static func fragment(_ size: UInt64) -> [UInt8] {
        let count = 32
        let largest: UInt64 = 64 << 20
        func movie(_ offset: Int, _ last: UInt64) -> [UInt8] {
            let sizes = [UInt64](repeating: largest, count: count - 1) + [last]
            var run: [UInt64] = [0x0301, UInt64(count), UInt64(offset)]
            for size in sizes { run += [1024, size] }
            let track =
                Boxes.box("tfhd", Boxes.number(0x02_0000, 4) + Boxes.number(1, 4))
                + Boxes.box("tfdt", [UInt8](repeating: 0, count: 8))
                + Boxes.box("trun", run.flatMap { Boxes.number($0, 4) })
            let sequence = Boxes.box("mfhd", Boxes.number(0, 4) + Boxes.number(1, 4))
            return Boxes.box("moof", sequence + Boxes.box("traf", track))
        }
        let length = movie(0, 0).count + 8
        let data = size - UInt64(length)
        return movie(length, data - largest * UInt64(count - 1)) + Boxes.number(data + 8, 4)
            + Array("mdat".utf8)
    }

    /// A subsegment of 2^31 - 1 bytes, the limit of an index, grows beyond it: it is refused before a key is
    /// minted, wherever the index is.
    @Test(arguments: ["map", "file", "segment"])
    func aSubsegmentOfNearlyTwoGiB(location: String) throws {
        let section = try #require(try SampleFile.tree("fmp4")["audio/en/init.mp4"])
        let limit: UInt64 = (1 << 31) - 1
        let index = Boxes.index([limit])
        let mapLength = section.count + (location == "map" ? index.count : 0)
        let start = section.count + (location == "segment" ? 0 : index.count)
        let end = UInt64(section.count + index.count) + limit
        let lines = [
            "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(mapLength)@0\"", "#EXTINF:6,",
            "#EXT-X-BYTERANGE:\(end - UInt64(start))@\(start)", "a.mp4",
        ]
        let playlist = Array(TreeFixture.mediaPlaylist(lines).utf8)
        let media = section + index + Self.fragment(limit)
        let run = try FragmentRun(entry: "main.m3u8", files: ["main.m3u8": playlist, "a.mp4": media])
        let file = try #require(FileHandle(forWritingAtPath: run.fixture.tree.root + "/a.mp4"))
        try file.truncate(atOffset: end)
        try file.close()
        var policy = ProtectionPolicy.sampleAES(.identity)
        policy.method = .sampleAESCTR
        let request = try run.request(policy)
        for isDry in [true, false] {
            let error = #expect(throws: RunFailure.self) {
                let protection = ProtectionRun(request, store: run.fixture.keys.store)
                _ = try isDry ? protection.dryRun() : protection.execute()
            }
            // saiz has 17 bytes, saio 20, senc 16 and 8 for each sample.
            let size = limit + 17 + 20 + 16 + 32 * 8
            try Self.expectRefusal(
                error,
                of: run,
                "is \(size) bytes after protection, expected at most \(limit)"
            )
        }
    }

    private static func expectRefusal(_ error: RunFailure?, of run: FragmentRun, _ message: String)
        throws
    {
        let error = try #require(error)
        #expect(error.description.contains(message), "\(error)")
        #expect(error.failureClass == .malformed)
        #expect(try run.fixture.keys.store.allRecords().isEmpty)
        #expect(try run.fixture.directory.names() == ["in"])
    }
}
