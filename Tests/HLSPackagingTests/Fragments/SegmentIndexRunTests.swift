import Bitstreams
import Foundation
import HLSPlaylists
import ISOBaseMedia
import KeyStore
import SampleEncryption
import Testing

@testable import HLSPackaging

/// A single file with an index of its segments, in the bytes of the EXT-X-MAP or behind them.
struct SegmentIndexRunTests {
    private static let sectionLength = 1312
    /// The segments of the file, by its playlist.
    private static let sizes: [UInt64] = [21692, 23278, 22957, 23464, 23305, 21087]

    /// The sample with an index in it; `sizes` are those that it says.
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
        let boxes = try SectionBoxes.places(in: file)
        let place = try #require(boxes.first { $0.type == "sidx" })
        let index = try IndexedBytes(Array(file[place.range]), at: UInt64(place.range.lowerBound))
        // Where the playlist has segments, the index has, too.
        let playlist = try #require(try run.tree("out").media.first { $0.path == TreePath("index.m3u8") })
        let ranges = playlist.reading.playlist.segments.compactMap(\.byteRange)
        #expect(index.borders == ranges.map(\.offset) + [ranges.last?.end ?? 0])
        #expect(ranges.map(\.length) != Self.sizes)
        #expect(ranges.last?.end == UInt64(file.count))
        // A form of its own has no segments behind it.
        let derived = files["main.key1.mp4"]
        #expect((derived != nil) == (rotation != nil))
        if let derived {
            #expect(try SectionBoxes.places(in: derived).allSatisfy { $0.type != "sidx" })
        }
        // All that is named decrypts.
        let clear = try run.named(in: "in", run.clear)
        for (clear, protected) in zip(clear, try run.named(in: "out", files)) {
            #expect(try run.essence(protected) == run.essence(clear), "\(clear.playlist) \(clear.offset)")
        }
    }

    /// An index of bytes that the result does not have is refused before a key is minted, where a playlist names it; else
    /// it is left out.
    @Test(arguments: [false, true])
    func anIndexOfOtherBytes(inMap: Bool) throws {
        let run = try Self.run(inMap: inMap, Self.sizes + [1])
        guard inMap else {
            let (_, files) = try run.run(.sampleAES())
            let file = try #require(files["main.mp4"])
            #expect(try SectionBoxes.places(in: file).allSatisfy { $0.type != "sidx" })
            return
        }
        let error = #expect(throws: PackagingError.self) { try run.run(.sampleAES()) }
        guard case .danglingIndex(_, UInt64(Self.sectionLength), _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.failureClass == .malformed)
        #expect(try run.fixture.keys.store.allRecords().isEmpty)
    }
}
