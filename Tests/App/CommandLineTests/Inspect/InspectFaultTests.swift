import Testing

/// A deliberately faulty presentation: `inspect` reports each fault with its rule and line and succeeds,
/// `verify` ends with 69.
struct InspectFaultTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static let multivariant = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-VERSION:3
        #EXT-X-KEY:METHOD=AES-128,URI="skd://movie-42"
        #EXT-X-DEFINE:NAME="folder",VALUE="v"
        #EXT-X-SESSION-KEY:METHOD=NONE
        #EXT-X-STREAM-INF:BANDWIDTH=1280000,AUDIO="none"
        v.m3u8
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1
        {$folder}.m3u8

        """

    private static let media = """
        #EXTM3U
        #EXT-X-VERSION:2
        #EXT-X-TARGETDURATION:4
        #EXT-X-KEY:METHOD=AES-128,URI="https://keys/1?token=secret",IV=00112233445566778899AABBCCDDEEFF
        #EXTINF:4,
        0.ts
        #EXT-X-KEY:METHOD=AES-128,METHOD=AES-128,URI="https://keys/2?token=secret"
        #EXTINF:4,
        1.ts
        #EXT-X-KEY:METHOD=AES-128,URI="https://keys/3?token=secret
        #EXTINF:9,
        2.ts
        #EXT-X-BYTERANGE:100
        #EXTINF:4,
        3.ts
        4.ts
        #EXT-X-DEFINE:IMPORT="nobody"
        #EXTINF:4,
        {$nothing}.ts
        #EXT-X-BYTERANGE:100@18446744073709551615
        #EXTINF:4,
        5.ts
        #EXT-X-MEDIA-SEQUENCE:99999999999999999999
        #EXT-X-ENDLIST

        """

    /// The playlist, the line and the rule of each fault.
    private static let faults = [
        "main.m3u8:2 version", "main.m3u8:3 version", "main.m3u8:4 tag-foreign",
        "main.m3u8:6 session-key-none",
        "main.m3u8:7 group-undefined", "main.m3u8:9 attribute-missing", "v.m3u8:4 key-iv",
        "v.m3u8:7 attribute-duplicate", "v.m3u8:10 quote-unclosed", "v.m3u8:11 segment-duration",
        "v.m3u8:13 byte-range-start", "v.m3u8:16 extinf-missing", "v.m3u8:17 variable-import",
        "v.m3u8:19 variable-undefined", "v.m3u8:20 byte-range-end", "v.m3u8:23 tag-misplaced",
    ]

    private func write() throws {
        try workspace.write(Self.multivariant, to: "in/main.m3u8")
        try workspace.write(Self.media, to: "in/v.m3u8")
    }

    @Test func `Each fault with its rule and line`() throws {
        try write()
        let findings = try #require(try workspace.inspection(of: "in/main.m3u8").findings)
        let errors = findings.filter { $0.severity == "error" }
            .map { "\($0.playlist):\($0.line ?? 0) \($0.rule)" }
        for fault in Self.faults { #expect(errors.contains(fault), "\(fault): \(errors)") }
        #expect(findings.allSatisfy { $0.source?.isEmpty == false && !$0.message.isEmpty })
        #expect(findings.allSatisfy { ["error", "warning", "note"].contains($0.severity) })
        let long = findings.first { $0.rule == "segment-duration" }
        #expect(long?.measured?.contains("9") == true)
        #expect(long?.allowed?.contains("4.5") == true)
    }

    @Test func `A fault a line in the text`() throws {
        try write()
        let text = try workspace.fairlead("inspect", workspace.path("in/main.m3u8")).succeeds().text
        let lines = text.split(separator: "\n")
        for fault in Self.faults {
            let parts = fault.split(separator: " ")
            let start = "\(parts[0]): error: \(parts[1]): "
            #expect(lines.contains { $0.hasPrefix(start) && $0.hasSuffix("]") }, "\(start)")
        }
        #expect(!text.contains("secret"))
    }

    @Test func `The same through verify is 69`() throws {
        try write()
        let outcome = try workspace.verify("in/main.m3u8", "--format", "json")
        #expect(outcome.status == 69, "\(outcome.testDescription)")
        let report = try outcome.json(VerificationReport.self)
        let errors = report.findings.filter { $0.severity == "error" }
            .map { "\($0.playlist):\($0.line ?? 0) \($0.rule)" }
        for fault in Self.faults { #expect(errors.contains(fault), "\(fault): \(errors)") }
        #expect(report.findings.contains { $0.rule == "not-checked" && $0.playlist == "v.m3u8" })
        #expect(!outcome.text.contains("secret"))
    }

    /// A media playlist that cannot be read is reported at the variant that names it, with its own fault.
    @Test func `A media playlist in another encoding`() throws {
        try workspace.write("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", to: "main.m3u8")
        try workspace.write("#EXTM3U\n#EXTINF:4,\nä\u{0}.ts\n", to: "v.m3u8")
        let report = try workspace.inspection(of: "main.m3u8")
        #expect(report.multivariant?.variants.first?.link?.state == "missing")
        #expect(report.findings?.contains { $0.playlist == "v.m3u8" && $0.line == 3 } == true)
        try workspace.verify("main.m3u8").fails(65, "v.m3u8")
    }

    /// The lowest version with all the features in use, by RFC 8216bis 8.
    @Test(
        arguments: [
            ("#EXTINF:4,\na.ts\n", 1), ("#EXTINF:4.5,\na.ts\n", 3),
            ("#EXT-X-BYTERANGE:1@0\n#EXTINF:4,\na.ts\n", 4),
            ("#EXT-X-MAP:URI=\"m\"\n#EXTINF:4,\na.ts\n", 6),
            ("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:4,\na.ts\n", 5),
            ("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXTINF:4,\na.ts\n", 8),
        ]
    )
    func `The version that a playlist needs`(body: String, version: Int) throws {
        try workspace.write("#EXTM3U\n#EXT-X-TARGETDURATION:5\n" + body, to: "index.m3u8")
        let media = try #require(try workspace.inspection(of: "index.m3u8", "--no-lint").media.first)
        #expect(media.version.stated == 1)
        #expect(media.version.needed == version)
    }
}
