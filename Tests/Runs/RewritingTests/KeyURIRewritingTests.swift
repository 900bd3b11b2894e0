import Failures
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Rewriting

/// New key URIs without key records: the lines that change and their new texts.
///
/// Expected texts are written by hand.
struct KeyURIRewritingTests {
    static let fairPlay = #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#
    static let widevine = #"KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",KEYFORMATVERSIONS="1""#

    /// Returns a media playlist with these lines before its only segment.
    static func media(_ lines: String..., version: Int = 6) -> String {
        (["#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:6"] + lines
            + ["#EXTINF:6,", "1.ts", "#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let line: String
        let expected: String
    }

    @Test(arguments: [
        Case(
            testDescription: "FairPlay",
            line: #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old",\#(fairPlay)"#,
            expected: #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://new",\#(fairPlay)"#
        ),
        Case(
            testDescription: "unknown attributes, odd order and blanks",
            line: #"#EXT-X-KEY: X-ID="a,b" , \#(fairPlay),URI="skd://old" ,METHOD=SAMPLE-AES "#,
            expected: #"#EXT-X-KEY: X-ID="a,b" , \#(fairPlay),URI="skd://new" ,METHOD=SAMPLE-AES "#
        ),
        Case(
            testDescription: "a variable in the old URI",
            line: "#EXT-X-DEFINE:NAME=\"id\",VALUE=\"7\"\n"
                + #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://{$id}",\#(fairPlay)"#,
            expected: "#EXT-X-DEFINE:NAME=\"id\",VALUE=\"7\"\n"
                + #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://new",\#(fairPlay)"#
        ),
        Case(
            testDescription: "identity where there is no FairPlay",
            line: #"#EXT-X-KEY:METHOD=AES-128,URI="https://a/k?t=1",IV=0xABCDEF00112233445566778899aabbcc"#,
            expected: #"#EXT-X-KEY:METHOD=AES-128,URI="skd://new",IV=0xABCDEF00112233445566778899aabbcc"#
        ),
        Case(
            testDescription: "Widevine stays",
            line: #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AA==",\#(widevine)"# + "\n"
                + #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old",\#(fairPlay)"#,
            expected: #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AA==",\#(widevine)"# + "\n"
                + #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://new",\#(fairPlay)"#
        ),
    ])
    func replacesTheURIAlone(_ test: Case) throws {
        let found = try RewriteFixture.rewrite(Self.media(test.line)) {
            $0.keyURIs = try KeyURIRequest("skd://new")
        }
        #expect(found == Self.media(test.expected))
    }

    @Test func keepsLineEndingsAndAMissingLastOne() throws {
        let source =
            "\u{FEFF}#EXTM3U\r\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\r\n#EXTINF:6,\r\n1.ts"
        let found = try RewriteFixture.rewrite(source) { $0.keyURIs = try KeyURIRequest("https://new/") }
        #expect(Array(found.utf8) == Array(source.replacing("URI=\"a\"", with: "URI=\"https://new/\"").utf8))
    }

    @Test func knowsVariablesOfTheQuery() throws {
        let media = Self.media(
            "#EXT-X-DEFINE:QUERYPARAM=\"id\"",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"https://k/{$id}\",IV=0x01"
        )
        let fixture = try RewriteFixture([
            "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8?id=7\n", "v.m3u8": media,
        ])
        try fixture.mint("movie", uri: "https://k/7")
        var request = fixture.request()
        request.keyURIs = try KeyURIRequest("https://k/{content_id}")
        try fixture.run(request, records: true)
        #expect(try fixture.text("v.m3u8") == media.replacing("https://k/{$id}", with: "https://k/movie"))
    }

    @Test func addsASystemBesideEveryGroup() throws {
        let source = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:6
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://a/1",IV=0x00000000000000000000000000000001
            #EXTINF:6,
            1.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6,
            2.ts
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://a/1",IV=0x00000000000000000000000000000001
            #EXTINF:6,
            3.ts

            """
        let found = try RewriteFixture.rewrite(source) {
            $0.keyURIs = try KeyURIRequest("skd://new", [.fairPlay])
        }
        let added = #"+#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://new",\#(Self.fairPlay)"#
        #expect(changedLines(source, found) == ["-#EXT-X-VERSION:3", "+#EXT-X-VERSION:5", added, added])
        let lines = found.split(separator: "\n")
        #expect(lines[4] == added.dropFirst() && lines[11] == added.dropFirst())
    }

    @Test func addsIdentityWithTheVectorOfItsNeighbour() throws {
        let line =
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old",IV=0x000102030405060708090a0b0c0d0e0f,\#(Self.fairPlay)"#
        let found = try RewriteFixture.rewrite(Self.media(line)) {
            $0.keyURIs = try KeyURIRequest("https://new/", [.identity])
        }
        #expect(
            changedLines(Self.media(line), found) == [
                #"+#EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://new/",IV=0x000102030405060708090a0b0c0d0e0f"#
            ]
        )
    }

    /// `protect` writes session keys without an IV.
    @Test(arguments: [",IV=0x00000000000000000000000000000001", ""])
    func rewritesSessionKeysAndAddsTheSystemBesideThem(_ ivAttribute: String) throws {
        let fixture = try RewriteFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="https://a/1"\(ivAttribute)
            #EXT-X-STREAM-INF:BANDWIDTH=1
            v/i.m3u8

            """,
            "v/i.m3u8": Self.media(
                #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="https://a/1",IV=0x00000000000000000000000000000001"#
            ),
        ])
        var request = fixture.request()
        request.keyURIs = try KeyURIRequest("skd://new", [.fairPlay, .identity])
        let report = try fixture.run(request)
        #expect(
            try fixture.text() == """
                #EXTM3U
                #EXT-X-VERSION:5
                #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://new"\(ivAttribute)
                #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://new",\(Self.fairPlay)
                #EXT-X-STREAM-INF:BANDWIDTH=1
                v/i.m3u8

                """
        )
        #expect(report.warnings.count == 1, "the IV that a FairPlay client gets cannot be checked")
        #expect(report.playlists.map(\.sessionKeys.added) == [1, 0])
        #expect(report.playlists.map(\.keyLines.replaced) == [0, 1])
    }

    @Test(arguments: [
        (["skd://a", "skd://b"], "skd://new"),
        // One of the old URIs equals the new URI, which may name another key.
        (["skd://new", "skd://b"], "skd://new"),
    ])
    func refusesTwoKeysWithOneURI(_ uris: [String], _ template: String) throws {
        let lines = uris.map {
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="\#($0)",\#(Self.fairPlay)"# + "\n#EXTINF:6,\ns.ts"
        }
        let source = Self.media(lines.joined(separator: "\n"))
        #expect(
            throws: RunFailure.sharedKeyURI(
                .init(playlist: TreePath("main.m3u8"), line: 7),
                uri: "skd://new",
                other: .init(playlist: TreePath("main.m3u8"), line: 4)
            )
        ) {
            try RewriteFixture.rewrite(source) { $0.keyURIs = try KeyURIRequest(template) }
        }
    }

    @Test func refusesToAddASystemBesideTwoKeys() throws {
        let lines = ["https://a/1", "https://a/2"].map {
            #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="\#($0)",IV=0x01"# + "\n#EXTINF:6,\ns.ts"
        }
        #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(Self.media(lines.joined(separator: "\n"))) {
                $0.keyURIs = try KeyURIRequest("skd://new", [.fairPlay])
            }
        }
    }

    /// The first segment has FairPlay and Widevine, the next one only Widevine, with the same key or not.
    @Test(arguments: ["data:,1", "data:,2"])
    func addsASystemBesideTheSameKeyOnly(_ second: String) throws {
        let key = { (uri: String, format: String) in #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="\#(uri)",\#(format)"#
        }
        let playlist = { (first: [String], last: [String]) in
            Self.media(
                (first + ["#EXTINF:6,", "0.ts", "#EXT-X-KEY:METHOD=NONE"] + last).joined(separator: "\n")
            )
        }
        let (first, last) = (key("data:,1", Self.widevine), key(second, Self.widevine))
        let source = playlist([key("skd://old", Self.fairPlay), first], [last])
        let rewrite = {
            try RewriteFixture.rewrite(source) { $0.keyURIs = try KeyURIRequest("skd://new", [.fairPlay]) }
        }
        guard second != "data:,1" else {
            let new = key("skd://new", Self.fairPlay)
            #expect(try rewrite() == playlist([new, first], [last, new]))
            return
        }
        #expect(
            throws: RunFailure.sharedKeyURI(Self.at(9), uri: "skd://new", other: Self.at(4)),
            performing: rewrite
        )
    }

    @Test(
        arguments: [
            (
                #"METHOD=AES-128,URI="a""#, "skd://new", [KeySystem.fairPlay],
                RunFailure.methodNotForFairPlay(at(4), method: "AES-128")
            ),
            (
                #"METHOD=SAMPLE-AES-CTR,URI="a",KEYFORMAT="x.y""#, "skd://new", [.fairPlay],
                .methodNotForFairPlay(at(4), method: "SAMPLE-AES-CTR")
            ),
            (
                #"METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery""#, "https://a",
                [.identity], .unknownIV(at(4))
            ),
            (#"METHOD=SAMPLE-AES,URI="a",KEYFORMAT="com.microsoft.playready""#, "skd://a", nil, .noKeySystem),
            (#"METHOD=SAMPLE-AES,URI="a""#, "skd://a", [.fairPlay], .implicitIV(at(4), .fairPlay)),
            (
                #"METHOD=AES-128,URI="a""#, "x://a", [.init(keyFormat: "x.y")],
                .implicitIV(at(4), .init(keyFormat: "x.y"))
            ),
            (#"METHOD=AES-128,URI="a""#, "skd://{key_id}", nil, .variableNeedsRecord("key_id")),
            (#"METHOD=AES-128,URI="a""#, "skd://{content_id}", nil, .unknownContentID),
        ] as [(String, String, [KeySystem]?, RunFailure)]
    )
    func refuses(_ key: String, _ template: String, _ systems: [KeySystem]?, _ expected: RunFailure) throws {
        #expect(throws: expected) {
            try RewriteFixture.rewrite(Self.media("#EXT-X-KEY:" + key)) {
                $0.keyURIs = try KeyURIRequest(template, systems)
            }
        }
        #expect(expected.failureClass == .usage)
    }

    static func at(_ line: Int) -> LineLocation {
        .init(playlist: TreePath("main.m3u8"), line: line)
    }
}
