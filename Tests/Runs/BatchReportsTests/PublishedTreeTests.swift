import BatchReports
import Foundation
import Testing

/// Trees of small files, whose sizes and times were counted by hand.
struct PublishedTreeTests {
    @Test func `Several key lines of one key are one span, and the clear lead is one`() throws {
        let tree = try SampleTree([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=640x360,CODECS="avc1.64001e"
            v.m3u8
            """,
            "v.m3u8": """
            #EXTM3U
            #EXT-X-VERSION:5
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            a.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k/1?token=hidden",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://w/1",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            #EXTINF:4,
            b.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k/1?token=hidden",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:4,
            c.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k/2?token=hidden",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://w/2",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            #EXTINF:2.5,
            d.ts
            #EXT-X-ENDLIST
            """,
            "a.ts": "0123456789", "b.ts": "01234567890123456789", "c.ts": "0123456789", "d.ts": "01234",
        ])
        let published = try PublishedTree(playlist: tree.path("main.m3u8"))
        #expect(published.problems.isEmpty)
        let renditions = published.renditions(keyIDs: ["skd://k/1?token=hidden": "one"])
        #expect(
            renditions == [
                TitleRendition(
                    name: "v",
                    playlist: "v.m3u8",
                    kind: .video,
                    encrypted: 3,
                    bytes: 45,
                    // 360 bits in 14.5 seconds on average; the peak is 160 in 4.
                    averageBitrate: 25,
                    peakBitrate: 40,
                    timeline: [
                        .init(start: 0, end: 4, method: "NONE", line: 5),
                        .init(
                            start: 4,
                            end: 12,
                            key: 1,
                            keyID: "one",
                            method: "SAMPLE-AES",
                            keyURI: "skd://k/1?…",
                            line: 6
                        ),
                        .init(
                            start: 12,
                            end: 14.5,
                            key: 2,
                            method: "SAMPLE-AES",
                            keyURI: "skd://k/2?…",
                            line: 13
                        ),
                    ],
                    segmentBitrates: [20, 40, 20, 16],
                    segmentDurations: [4, 4, 4, 2.5],
                    duration: 14.5
                )
            ]
        )
    }

    /// Keys with the same redacted URI are distinguished by their tokens.
    @Test func `Keys that differ in what is redacted are several spans`() throws {
        let tree = try SampleTree([
            "a.m3u8": """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-KEY:METHOD=AES-128,URI="https://k/?id=1",IV=0x00000000000000000000000000000001
            #EXTINF:4,
            a.ts
            #EXT-X-KEY:METHOD=AES-128,URI="https://k/?id=1",IV=0x00000000000000000000000000000002
            #EXTINF:4,
            a.ts
            #EXT-X-KEY:METHOD=AES-128,URI="https://k/?id=2"
            #EXTINF:4,
            a.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            a.ts
            """,
            "a.ts": "0",
        ])
        let renditions = try PublishedTree(playlist: tree.path("a.m3u8")).renditions()
        let spans = try #require(renditions.first).timeline
        #expect(spans.map(\.end) == [8, 12, 16])
        #expect(spans.map(\.key) == [1, 2, nil])
        #expect(spans.map(\.keyURI) == ["https://k/?…", "https://k/?…", nil])
        #expect(renditions.first?.kind == .media)
    }

    @Test func `Byte ranges count as such, and I-frames too`() throws {
        let tree = try SampleTree([
            "i.m3u8": """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-TARGETDURATION:2
            #EXT-X-I-FRAMES-ONLY
            #EXTINF:2,
            #EXT-X-BYTERANGE:4@1
            a.ts
            #EXTINF:1,
            #EXT-X-BYTERANGE:3
            a.ts
            #EXT-X-ENDLIST
            """,
            "a.ts": "0123456789",
        ])
        let rendition = try #require(try PublishedTree(playlist: tree.path("i.m3u8")).renditions().first)
        #expect(rendition.kind == .iFrames)
        #expect(rendition.bytes == 7)
        #expect(rendition.segmentBitrates == [16, 24])
    }

    @Test func `What is missing is told, and has no bitrates`() throws {
        let tree = try SampleTree([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=9
            v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=9
            https://elsewhere/w.m3u8?token=hidden
            """,
            "v.m3u8": """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXTINF:4,
            a.ts
            #EXTINF:4,
            gone.ts
            """,
            "a.ts": "0",
        ])
        let published = try PublishedTree(playlist: tree.path("main.m3u8"))
        let rendition = try #require(published.renditions().first)
        #expect(rendition.averageBitrate == nil && rendition.peakBitrate == nil)
        #expect(rendition.segmentBitrates == [2, 0])
        #expect(published.problems.count == 2)
        #expect(published.problems.allSatisfy { !$0.contains("hidden") })
        #expect(published.problems.last?.contains("gone.ts") == true)
    }
}

/// A temporary folder of text files that is removed when the value is released.
final class SampleTree {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")

    init(_ files: [String: String]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }
}
