import Bitstreams
import Foundation
import MediaProbing
import Testing

struct TransportStreamTests {
    /// With the stream types of SAMPLE-AES the result is the same, as the bytes that are read stay clear.
    ///
    /// Stream types: Apple, MPEG-2 stream encryption format.
    @Test func readsStreamTypesOfSampleAES() throws {
        let clear = try Samples.bytes("ts-byterange/main.ts", 75_764, at: 0)
        let marked = TransportStreamEditing.replacing([0x1B: 0xDB, 0x0F: 0xCF], in: clear)
        #expect(marked != clear)
        #expect(try probe(marked) == (try probe(clear)))
        #expect(try probe(marked).tracks.flatMap(\.codecs).map(\.name) == ["avc1.4d4015", "mp4a.40.2"])
    }

    @Test(
        arguments: [(0x06, []), (0x82, []), (0x02, [MediaTrack.Content.video])]
            as [(UInt8, [MediaTrack.Content])]
    )
    func namesNoCodecOfUnknownTypes(type: UInt8, contents: [MediaTrack.Content]) throws {
        let stream = TransportStreamEditing.replacing(
            [0x1B: type],
            in: try Samples.bytes("ts/video/240p/segment0.ts")
        )
        let content = try probe(stream)
        #expect(content.tracks.allSatisfy { $0.codecs.isEmpty && $0.startsWithKeyFrame == nil })
        #expect(content.tracks.map(\.content).filter { $0 != .other } == contents)
    }

    /// The first GOP has lost its first picture, so the stream begins with a B- or P-picture.
    @Test func tellsThatDecodingCannotBegin() throws {
        let folder = try ScratchFolder()
        try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-i",
                Samples.root.appending(path: "ts/video/240p/segment0.ts").path,
                "-map", "0:v", "-c", "copy", "-bsf:v", "noise=drop=key", "-f", "mpegts", "cut.ts",
            ],
            in: folder.url
        )
        let track = try #require(try probe(try folder.bytes("cut.ts")).tracks.first)
        #expect(track.startsWithKeyFrame == false)
        #expect(track.timing?.sampleCount == 98)
    }

    /// Recovery points of periodic intra refresh take many pictures; those of open GOPs are exact.
    @Test(arguments: [("intra-refresh=1", false), ("open-gop=1", true)])
    func tellsRecoveryPoints(option: String, isExact: Bool) throws {
        let folder = try ScratchFolder()
        try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-t", "3",
                "-c:v", "libx264", "-x264-params", "\(option):keyint=20:min-keyint=20:scenecut=0:bframes=2",
                "-f", "segment", "-segment_format", "mpegts", "-segment_time", "0.8",
                "-break_non_keyframes", isExact ? "0" : "1", "part%d.ts",
            ],
            in: folder.url
        )
        let track = try #require(try probe(try folder.bytes("part1.ts")).tracks.first)
        #expect(track.startsWithKeyFrame == isExact)
    }

    @Test func takesTablesFromAnInitializationSection() throws {
        let whole = try Samples.bytes("ts/video/240p/segment0.ts")
        // SDT, PAT and PMT, or PAT and PMT, are all before the first video packet.
        let start = try #require(
            stride(from: 0, to: whole.count, by: 188).first { whole[$0 + 1] & 0x1F == 1 }
        )
        let section = try probeBoth(Array(whole[..<start]))
        #expect(section.content.tracks.first?.timing == nil)
        let behind = Array(whole[start..<start + 188 * 20])
        #expect(throws: ParseError.self) { try probe(behind) }
        let content = try probe(behind, initialization: section.initialization)
        #expect(content.tracks.first?.codecs.map(\.name) == ["avc1.4d4015"])
        #expect(content.tracks.first?.timing?.start?.ticks == 900_000)
    }
}
