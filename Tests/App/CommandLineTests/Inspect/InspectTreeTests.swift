import Testing

/// The report of `inspect` on a multivariant playlist and the playlists that it names.
struct InspectTreeTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    private static let multivariant = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A title",LANGUAGE="en"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.more",URI="more.json?token=secret"
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="skd://one"
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="skd://two"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="In the video",LANGUAGE="de"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="https://user:secret@host/s.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=100,AVERAGE-BANDWIDTH=90,RESOLUTION=640x360,CODECS="avc1.4d401e",AUDIO="a"
        v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=200,AUDIO="a",SUBTITLES="s"
        none.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=10,URI="../out.m3u8"

        """

    private func write() throws {
        try workspace.write(Self.multivariant, to: "in/main.m3u8")
        let segment = "#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n"
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        try workspace.write(
            head + "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://one\"\n" + segment,
            to: "in/v.m3u8"
        )
        try workspace.write(head + segment, to: "in/en.m3u8")
    }

    @Test func `The tree says what each line names`() throws {
        try write()
        let report = try workspace.inspection(of: "in/main.m3u8")
        let multivariant = try #require(report.multivariant)
        #expect(report.kind == "multivariant")
        #expect(multivariant.version.stated == 6)
        #expect(multivariant.independentSegments)
        #expect(multivariant.variants.map(\.line) == [11, 13])
        #expect(multivariant.variants.map(\.bandwidth) == [100, 200])
        #expect(multivariant.variants.map(\.resolution) == ["640x360", nil])
        #expect(multivariant.variants.map(\.codecs) == ["avc1.4d401e", nil])
        #expect(multivariant.variants.map(\.audio) == ["a", "a"])
        #expect(
            multivariant.variants.map(\.link) == [
                InspectionReport.Link(playlist: "v.m3u8", state: "present"),
                InspectionReport.Link(playlist: "none.m3u8", state: "missing"),
            ]
        )
        #expect(
            multivariant.iFrameVariants.map(\.link) == [
                InspectionReport.Link(playlist: "../out.m3u8", state: "remote")
            ]
        )
        #expect(multivariant.renditionGroups.map(\.type) == ["AUDIO", "SUBTITLES"])
        #expect(multivariant.renditionGroups.map(\.groupId) == ["a", "s"])
        #expect(
            multivariant.renditionGroups.flatMap(\.renditions).map(\.link) == [
                InspectionReport.Link(playlist: "en.m3u8", state: "present"), nil,
                InspectionReport.Link(playlist: "https://…@host/s.m3u8", state: "remote"),
            ]
        )
        #expect(multivariant.sessionData.map(\.dataId) == ["com.example.title", "com.example.more"])
        #expect(multivariant.sessionData.map(\.value) == ["A title", nil])
        #expect(multivariant.sessionData.map(\.uri) == [nil, "more.json?…"])
        #expect(multivariant.sessionKeys.map(\.key.line) == [6, 7])
        #expect(multivariant.sessionKeys.map(\.usedBy) == [["v.m3u8"], []])
        #expect(report.media.map(\.playlist) == ["v.m3u8", "en.m3u8"])
    }

    @Test func `The text marks what is not there`() throws {
        try write()
        let text = try workspace.fairlead("inspect", workspace.path("in/main.m3u8")).succeeds().text
        for part in [
            "main.m3u8: multivariant playlist, version 6", "none.m3u8 (MISSING)",
            "../out.m3u8 (not in the tree)", "NO PLAYLIST", "in the variants", "\"A title\"",
            "v.m3u8: media playlist", "en.m3u8: media playlist",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("secret"))
    }

    /// URIs may go up to the root, and playlists are named relative to it.
    @Test func `A root above the playlist`() throws {
        try write()
        try workspace.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-I-FRAMES-ONLY\n", to: "out.m3u8")
        let report = try workspace.inspection(of: "in/main.m3u8", "--root", workspace.folder)
        #expect(report.playlist == "in/main.m3u8")
        #expect(report.media.map(\.playlist) == ["in/v.m3u8", "in/en.m3u8", "out.m3u8"])
        #expect(report.media.map(\.iFramesOnly) == [false, false, true])
    }

    @Test(arguments: Sample.all)
    func `Samples have no errors`(sample: Sample) throws {
        let outcome = try workspace.fairlead("inspect", sample.path, "--format", "json").succeeds()
        let report = try outcome.json(InspectionReport.self)
        #expect(report.findings?.filter { $0.severity == "error" }.map(\.message) == [])
        #expect(report.media.allSatisfy { $0.segments.encrypted == 0 && $0.segments.count > 0 })
    }

    /// Two runs print the same bytes, and no key store is created.
    @Test func `The output is stable and nothing is left behind`() throws {
        try write()
        let arguments = ["inspect", workspace.path("in/main.m3u8"), "--format", "json"]
        let first = try workspace.start(arguments).wait().succeeds()
        #expect(try workspace.start(arguments).wait().output == first.output)
        #expect(try workspace.names() == ["in"])
        #expect(try workspace.names(in: "in") == ["en.m3u8", "main.m3u8", "v.m3u8"])
    }

    @Test func `Without the linter there are no findings`() throws {
        try write()
        #expect(try workspace.inspection(of: "in/main.m3u8", "--no-lint").findings == nil)
        let text = try workspace.fairlead("inspect", workspace.path("in/main.m3u8"), "--no-lint")
        #expect(!text.text.contains("FINDINGS"))
    }
}
