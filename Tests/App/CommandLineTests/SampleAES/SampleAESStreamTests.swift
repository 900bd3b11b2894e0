import Foundation
import Testing

/// SAMPLE-AES where sizes and offsets change: growing byte ranges, I-frames, other packet sizes, tables in
/// EXT-X-MAP.
struct SampleAESStreamTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let key = [
        "--key", "00112233445566778899aabbccddeeff", "--iv", "0f0e0d0c0b0a09080706050403020100",
    ]

    private static func warned(_ outcome: Outcome) throws {
        try #require(outcome.status == 0, "\(outcome.testDescription)")
    }

    /// Each protected range equals the same segment protected as a file, under the same key.
    @Test func `Ranges that grow are what files would be`() throws {
        let source = try SampleStreams.playlist(SampleStreams.growing)
        try Self.warned(workspace.protectSamples(source, Self.key))
        let protected = try workspace.playlist("out/index.m3u8")
        let clear = PlaylistText(
            String(
                decoding: try SampleStreams.data(SampleStreams.growing, "index.m3u8"),
                as: UTF8.self
            )
        )
        let main = try SampleStreams.data(SampleStreams.growing, "main.ts")
        var playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for (index, segment) in clear.segments.enumerated() {
            try workspace.write(Data(main[try #require(segment.range)]), to: "files/\(index).ts")
            playlist += "#EXTINF:4,\n\(index).ts\n"
        }
        try workspace.write(playlist + "#EXT-X-ENDLIST\n", to: "files/index.m3u8")
        try Self.warned(
            workspace.protectSamples(workspace.path("files/index.m3u8"), to: "one", id: "files", Self.key)
        )
        let result = try workspace.data("out/main.ts")
        #expect(result.count > main.count, "it should grow, or the test proves nothing")
        var end = 0
        for (index, segment) in protected.segments.enumerated() {
            let range = try #require(segment.range)
            #expect(range.lowerBound == end)
            #expect(try Data(result[range]) == workspace.data("one/\(index).ts"), "segment \(index)")
            end = range.upperBound
        }
        #expect(end == result.count)
    }

    /// PAT and PMT precede every I-frame of the source.
    @Test func `I-frames are found where they are now`() throws {
        try workspace.protectSamples(SampleStreams.playlist(SampleStreams.growing)).succeeds()
        let result = try workspace.data("out/main.ts")
        let source = PlaylistText(
            String(
                decoding: try SampleStreams.data(SampleStreams.growing, "iframes.m3u8"),
                as: UTF8.self
            )
        )
        let main = try SampleStreams.data(SampleStreams.growing, "main.ts")
        let pictures = try workspace.playlist("out/iframes.m3u8").segments
        try #require(pictures.count == source.segments.count)
        var moved = false
        for (picture, clear) in zip(pictures, source.segments) {
            let (range, clearRange) = (try #require(picture.range), try #require(clear.range))
            #expect(range.count >= clearRange.count && range.count.isMultiple(of: 188))
            moved = moved || range.lowerBound != clearRange.lowerBound
            #expect(
                result[range.lowerBound..<range.lowerBound + 3]
                    == main[clearRange.lowerBound..<clearRange.lowerBound + 3]
            )
            #expect(Self.pids(result[range]).first == 0)
            // All packets of the I-frame are there, and only packets of its PID were added.
            let (pids, clearPIDs) = (Self.pids(result[range]), Self.pids(main[clearRange]))
            #expect(pids.filter { $0 != 0x100 } == clearPIDs.filter { $0 != 0x100 })
        }
        #expect(moved, "something should move, or the test proves nothing")
    }

    private static func pids(_ bytes: Data) -> [Int] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 188).map {
            Int(bytes[$0 + 1] & 0x1F) << 8 | Int(bytes[$0 + 2])
        }
    }

    @Test(arguments: [
        SampleStreams.growing, SampleStreams.tablesInMap, SampleStreams.packetsOf192, SampleStreams.packedAC3,
    ])
    func `The result holds against its source`(name: String) throws {
        let source = try SampleStreams.playlist(name)
        try workspace.protectSamples(source).succeeds()
        let playlist = URL(filePath: source).lastPathComponent
        try workspace.verify("out/" + playlist, "--source", source).succeeds()
    }

    @Test(arguments: ["1", "2", "7"])
    func `The number of threads does not show where ranges move`(jobs: String) throws {
        let source = try SampleStreams.playlist(SampleStreams.growing)
        try workspace.protectSamples(source, ["--jobs", jobs]).succeeds()
        try workspace.protectSamples(source, to: "other").succeeds()
        #expect(try workspace.tree("out") == workspace.tree("other"))
    }

    @Test func `Packets of 192 bytes become packets of 188`() throws {
        try workspace.protectSamples(SampleStreams.playlist(SampleStreams.packetsOf192)).succeeds()
        for name in ["segment0.ts", "segment1.ts", "segment2.ts"] {
            let source = try SampleStreams.data(SampleStreams.packetsOf192, name)
            let result = try workspace.data("out/" + name)
            #expect(result.count == source.count / 192 * 188, "\(name)")
            for start in stride(from: 0, to: result.count, by: 188) { #expect(result[start] == 0x47) }
        }
    }

    @Test func `Tables of a map are protected with its segments`() throws {
        try workspace.protectSamples(SampleStreams.playlist(SampleStreams.tablesInMap)).succeeds()
        let source = try SampleStreams.data(SampleStreams.tablesInMap, "init.ts")
        let result = try workspace.data("out/init.ts")
        #expect(result.count == source.count)
        // The PAT is unchanged, and the PMT has the stream types 0xDB and 0xCF.
        #expect(result.prefix(188) == source.prefix(188))
        #expect(result.contains(0xDB) && result.contains(0xCF))
        let lines = try workspace.playlist("out/index.m3u8").lines
        let map = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-MAP:") })
        #expect(lines[map + 1].hasPrefix("#EXT-X-KEY:METHOD=SAMPLE-AES,"))
    }

    @Test func `A map cannot say both`() throws {
        let source = try SampleStreams.playlist(SampleStreams.tablesInMap)
        try workspace.protectSamples(source, ["--clear-lead", "4"])
            .fails(65, "init.ts", "EXT-X-MAP", "--clear-lead")
        #expect(try workspace.hasEmptyStore)
        #expect(!workspace.exists("out"))
    }

    /// The tag gets the audio description: 10 bytes of frame header, 37 of owner, 8 of its fields, 10 of
    /// setup data.
    @Test func `Packed audio grows by its description`() throws {
        try workspace.protectSamples(SampleStreams.playlist(SampleStreams.packedAC3)).succeeds()
        for name in ["segment0.ac3", "segment1.ac3", "segment2.ac3"] {
            let source = try SampleStreams.data(SampleStreams.packedAC3, name)
            #expect(try workspace.data("out/" + name).count == source.count + 65, "\(name)")
        }
    }
}
