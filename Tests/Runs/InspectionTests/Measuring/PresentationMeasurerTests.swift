import Failures
import Foundation
import Inspection
import PlaylistLinting
import PresentationFixtures
import Presentations
import RepositoryFiles
import Testing

struct PresentationMeasurerTests {
    @Test(arguments: SampleMeasurement.all, [1, 3])
    func measuresSamples(sample: SampleMeasurement, jobs: Int) throws {
        let found = try #require(
            measure(Repository.sampleMedia.path + "/" + sample.entry, jobs: jobs)[sample.playlist]
        )
        #expect(found.failures.isEmpty)
        #expect(found.container == sample.container)
        #expect(found.codecs == sample.codecs)
        #expect(found.resolution == sample.resolution)
        #expect(found.segments.map(\.byteCount) == sample.bytes)
        #expect(found.segments.map(\.duration) == sample.durations)
        #expect(found.frameRate == (sample.hasPictures ? 25 : nil))
        let keyFrames = sample.bytes.map { _ in sample.hasPictures ? true : nil }
        #expect(found.segments.map(\.startsWithKeyFrame) == keyFrames)
        #expect(found.codecAlternatives.isEmpty)
    }

    @Test func measuresOnlySizesOfIFrames() throws {
        let found = try #require(
            measure(Repository.sampleMedia.path + "/ts-byterange/multivariant.m3u8")["iframes.m3u8"]
        )
        #expect(!found.segments.isEmpty)
        #expect(found.segments.allSatisfy { ($0.byteCount ?? 0) > 0 && $0.duration == nil })
        #expect(found.codecs.isEmpty && found.failures.isEmpty && found.container == nil)
    }

    @Test(arguments: SampleMeasurement.all)
    func `Sizes alone are measured where the rest is of no interest`(sample: SampleMeasurement) throws {
        let tree = try PlaylistTreeReader(path: Repository.sampleMedia.path + "/" + sample.entry, root: nil)
            .read()
        let measurements = try PresentationMeasurer(.sizes).measure(tree, jobs: 1)
        let path = try #require(measurements.keys.first { $0.description == sample.playlist })
        let found = try #require(measurements[path])
        #expect(found.segments.map(\.byteCount) == sample.bytes)
        #expect(found.segments.allSatisfy { $0.duration == nil && $0.startsWithKeyFrame == nil })
        #expect(found.codecs.isEmpty && found.container == nil && found.failures.isEmpty)
    }

    @Test func tellsWhatCannotBeLookedAt() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            gone.ts?token=secret
            #EXTINF:4,
            https://user:secret@example.com/a.ts?\u{301}token=secret
            #EXTINF:4,
            ../outside.ts
            #EXTINF:4,
            noise.ts
            #EXT-X-GAP
            #EXTINF:4,
            gap.ts
            #EXTINF:4,
            #EXT-X-BYTERANGE:100@9
            noise.ts
            #EXTINF:4,
            cut.ts
            """
        let directory = try TemporaryDirectory()
        try directory.write(text.utf8, to: "index.m3u8")
        try directory.write("no such media, and long enough to tell".utf8, to: "noise.ts")
        let whole = try [UInt8](
            Data(contentsOf: URL(filePath: Repository.sampleMedia.path + "/ts/video/240p/segment0.ts"))
        )
        try directory.write(Array(whole.prefix(1000)), to: "cut.ts")
        let found = try #require(measure(directory.path + "/index.m3u8")["index.m3u8"])
        #expect(
            found.failures == [
                0: "gone.ts cannot be read (No such file or directory)",
                1: "https://…@example.com/a.ts?…: it is elsewhere (https)",
                2: "../outside.ts: it leaves the root of the tree",
                3:
                    "noise.ts: byte 0: stream that starts with 0x6E 0x6F 0x20 0x73, expected a transport stream, "
                    + "fragmented MP4, packed audio or WebVTT in UTF-8",
                5: "noise.ts ends at byte 38, before the end of the byte range (byte 109)",
                6: "cut.ts: byte 940: 60 bytes, expected 188 bytes",
            ]
        )
        #expect(found.segments.map(\.byteCount) == [nil, nil, nil, 38, nil, nil, 1000])
    }

    @Test func tellsOnceWhatIsWrongWithAnInitializationSection() throws {
        let directory = try TemporaryDirectory()
        try Self.copy("fmp4/video/240p", into: directory)
        try directory.write("no movie in here".utf8, to: "video/init.mp4")
        let found = try #require(measure(directory.path + "/video/index.m3u8")["index.m3u8"])
        #expect(found.failures.keys.sorted() == [0])
        #expect(found.failures[0]?.hasPrefix("init.mp4: byte 0: ") == true)
        #expect(found.segments.allSatisfy { $0.byteCount != nil && $0.duration == nil })
    }

    /// The timestamps of segments 0 and 2 are 8 s apart, which means nothing across a discontinuity.
    @Test(arguments: [(false, Duration.seconds(8)), (true, .seconds(4))])
    func measuresToTheNextSegmentOfTheSameTimeLine(isDiscontinuous: Bool, expected: Duration) throws {
        let directory = try TemporaryDirectory()
        try Self.copy("ts/video/240p", into: directory)
        let between = isDiscontinuous ? "#EXT-X-DISCONTINUITY\n" : ""
        try directory.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nsegment0.ts\n\(between)#EXTINF:4,\nsegment2.ts\n"
                .utf8,
            to: "video/index.m3u8"
        )
        let found = try #require(measure(directory.path + "/video/index.m3u8")["index.m3u8"])
        #expect(found.segments.map(\.duration) == [expected, .seconds(4)])
    }

    @Test func stopsWhenAsked() throws {
        let tree = try PlaylistTreeReader(
            path: Repository.sampleMedia.path + "/ts/multivariant.m3u8",
            root: nil
        ).read()
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: RunFailure.interrupted) {
            try PresentationMeasurer().measure(tree, jobs: 2, cancellation: cancellation)
        }
    }

    /// Copies a folder of SampleMedia to `video`.
    private static func copy(_ sample: String, into directory: TemporaryDirectory) throws {
        for (name, bytes) in try SampleFile.tree(sample) { try directory.write(bytes, to: "video/" + name) }
    }

    private func measure(_ playlist: String, jobs: Int = 2) throws -> [String: MediaMeasurement] {
        let tree = try PlaylistTreeReader(path: playlist, root: nil).read()
        let found = try PresentationMeasurer().measure(tree, jobs: jobs)
        return Dictionary(uniqueKeysWithValues: found.map { ($0.key.description, $0.value) })
    }
}
