import BatchReports
import Foundation
import Protection
import Testing

struct ProtectionTests {
    private static let report = """
        {"content_id":"movie","method":"sample-aes","key_systems":["fairplay"],"output":"/out/movie","playlist":"a.m3u8",
        "input_files":3,"input_bytes":99,"outcome":"replaced","renditions":[],"files":7,"bytes":1234,"warnings":["small"],"notes":[],
        "keys":[
        {"key_id":"one","track":"hd","period":0,"generation":2,"key_uri":"https://k/hd","signalling":[],"new":true},
        {"key_id":"two","track":"sd","period":0,"generation":1,"key_uri":"https://k/?…","signalling":[],"new":true},
        {"key_id":"three","track":"sd","period":1,"generation":1,"key_uri":"https://k/?…","signalling":[],"new":true}
        ]}
        """

    @Test func `A title takes over what protection says of it`() throws {
        let title = try Self.title()
        #expect(title.state == .replaced)
        #expect(title.method == "sample-aes" && title.keySystems == ["fairplay"])
        #expect(title.output == .init(path: "/out/movie", files: 7, bytes: 1234))
        #expect(title.input.files == 3 && title.input.bytes == 99)
        #expect(title.warnings == ["earlier", "small"])
        let first = TitleReport.Key(
            keyID: "one",
            track: "hd",
            period: 0,
            generation: 2,
            keyURI: "https://k/hd"
        )
        #expect(title.keys.first == first && title.keys.count == 3)
    }

    /// A redacted URI that two keys share identifies neither, but the caller may know the key id.
    @Test func `Spans get the ids of the keys of the title`() throws {
        let tree = try SampleTree([
            "a.m3u8": """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            #EXT-X-KEY:METHOD=AES-128,URI="https://k/hd"
            #EXTINF:4,
            a.ts
            #EXT-X-KEY:METHOD=AES-128,URI="https://k/?id=2"
            #EXTINF:3,
            a.ts
            """,
            "a.ts": "0",
        ])
        var title = try Self.title()
        let published = try PublishedTree(playlist: tree.path("a.m3u8"))
        title.add(published)
        #expect(title.renditions.first?.timeline.map(\.keyID) == ["one", nil])
        #expect(title.duration == 7)
        title.add(published, keyIDs: ["https://k/?id=2": "two"])
        #expect(title.renditions.first?.timeline.map(\.keyID) == ["one", "two"])
    }

    private static func title() throws -> TitleReport {
        let input = TitleReport.Input(paths: ["in"], files: 1, bytes: 1)
        var title = TitleReport(index: 0, line: 2, contentID: "movie", state: .waiting, input: input)
        title.warnings = ["earlier"]
        title.add(try JSONDecoder().decode(ProtectionReport.self, from: Data(report.utf8)))
        return title
    }
}
