import Failures
import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Rewriting

/// Other bases for URIs of media and playlists.
///
/// Expected URIs follow RFC 3986 section 5; the others are written by hand.
struct RebaseTests {
    @Test(arguments: [
        ("https://cdn/x", "1.ts", "", "https://cdn/x/1.ts"),
        ("https://cdn/x/", "1.ts?a=b/../c#f", "v", "https://cdn/x/v/1.ts?a=b/../c#f"),
        ("https://cdn/x/", "../a/./1.ts", "v", "https://cdn/x/a/1.ts"),
        ("https://cdn/x/", "a%20b%2F/1.ts", "v w", "https://cdn/x/v%20w/a%20b%2F/1.ts"),
        ("/vod", "1.ts", "v/hd", "/vod/v/hd/1.ts"),
        ("../orig", "1.ts", "", "../orig/1.ts"),
        ("../orig", "../1.ts", "v/hd", "../../../orig/v/1.ts"),
        ("orig/", "1.ts", "v", "../orig/v/1.ts"),
        ("https://cdn/x", "{$dir}/../1.ts", "v", "https://cdn/x/v/{$dir}/../1.ts"),
        ("../orig", "{$dir}/1.ts", "v", "../../orig/v/{$dir}/1.ts"),
    ])
    func putsTheBaseBefore(_ base: String, _ uri: String, _ folder: String, _ expected: String) throws {
        let base = try #require(URIBase(argument: base))
        let components = folder.split(separator: "/").map(String.init)[...]
        #expect(try base.rebased(uri, in: components) == expected)
        guard !expected.hasPrefix("/"), !expected.hasPrefix("https:") else { return }
        #expect(try base.rebased(expected, in: components) == nil, "a second time")
    }

    @Test(arguments: ["", "https://a/?q", "a#b", "a b", "a\"", "{$a}/", "a/../b", "a\n"])
    func refusesBases(_ text: String) {
        #expect(URIBase(argument: text) == nil)
    }

    @Test(arguments: [
        ("https://a/=https://b/x/", "https://a/1.ts", "https://b/x/1.ts"),
        ("https://a/=https://a/x/", "https://a/x/1.ts", nil),
        ("https://a/=https://a/x/", "https://a/1.ts", "https://a/x/1.ts"),
        ("https://a/=", "https://a/1.ts", "1.ts"),
        ("https://a/=https://b/", "http://a/1.ts", nil),
        ("https://a/=b=c/", "https://a/1.ts", "b=c/1.ts"),
        ("https://a=https://b", "https://a/1.ts", "https://b/1.ts"),
        ("https://a=https://b", "https://a", "https://b"),
        ("https://a=https://b", "https://a?q", "https://b?q"),
        ("https://a=https://b", "https://a#f", "https://b#f"),
        ("https://a=https://b", "https://a2.example/1.ts", nil),
        ("https://a=https://b", "https://a.example/1.ts", nil),
        ("https://a=https://b", "https://a:8443/1.ts", nil),
        ("https://a/x=https://b", "https://a/xy/1.ts", nil),
        ("https://a=https://a/x", "https://a/xy/1.ts", "https://a/x/xy/1.ts"),
        ("https://a=https://a/x", "https://a/x/1.ts", nil),
        ("https://a/=https://a/x", "https://a/x1.ts", nil),
        ("https://a=https://a/x/", "https://a/x/1.ts", nil),
        ("skd:=https://k/", "skd:movie", "https://k/movie"),
        ("skd:=SKD:", "skd://movie", "SKD://movie"),
        ("skd://a:=skd://b:", "skd://a:1", nil),
        ("skd://movie=skd://film", "skd://movie?t", "skd://film?t"),
    ])
    func replacesPrefixes(_ argument: String, _ uri: String, _ expected: String?) throws {
        #expect(try #require(URIPrefixReplacement(argument: argument)).replaced(uri) == expected)
    }

    @Test(arguments: ["", "=x", "a", "a =b", "a=\"b"])
    func refusesReplacements(_ text: String) {
        #expect(URIPrefixReplacement(argument: text) == nil)
    }

    /// If a folder has the name of the base, URIs count as rebased only if all begin with the base.
    @Test(arguments: [
        (["media/1.ts", "2.ts"], ["media/media/1.ts", "media/2.ts"]),
        (["media/1.ts", "media/media/2.ts"], ["media/1.ts", "media/media/2.ts"]),
        (["{$d}/1.ts", "media/2.ts"], ["media/{$d}/1.ts", "media/media/2.ts"]),
    ])
    func tellsAFolderFromTheBase(_ uris: [String], _ expected: [String]) throws {
        let head = ["#EXT-X-DEFINE:NAME=\"d\",VALUE=\"x\""]
        let playlist = { (uris: [String]) in
            TreeFixture.mediaPlaylist(head + uris.flatMap { ["#EXTINF:6,", $0] })
        }
        let fixture = try RewriteFixture(["main.m3u8": playlist(uris)])
        var request = fixture.request()
        request.segmentBase = URIBase(argument: "media")
        let report = try fixture.run(request)
        #expect(try fixture.text() == playlist(expected))
        #expect(report.warnings.isEmpty == (uris != expected))
    }

    @Test func rebasesEveryKindOfURI() throws {
        let fixture = try RewriteFixture([
            "main.m3u8": """
            #EXTM3U
            #EXT-X-DEFINE:NAME="q",VALUE="1"
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="data.json"
            #EXT-X-MEDIA:TYPE=AUDIO, URI="a/i.m3u8?{$q}" ,GROUP-ID="a",NAME="en",X-Y=1
            #EXT-X-MEDIA:TYPE=AUDIO,URI="https://far/i.m3u8",GROUP-ID="a",NAME="de"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            v/i.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="v/i.m3u8"

            """,
            "a/i.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "https://far/m/1.ts", "#EXTINF:6,", "2.ts"]),
            "v/i.m3u8": """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"
            #EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x00000000000000000000000000000001
            #EXT-X-PART:DURATION=6,URI="1.0.m4s",INDEPENDENT=YES
            #EXTINF:6,
            1.m4s
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.0.m4s"
            #EXT-X-RENDITION-REPORT:URI="../a/i.m3u8",LAST-MSN=1

            """,
        ])
        var request = fixture.request()
        request.segmentBase = URIBase(argument: "https://cdn")
        request.playlistBase = URIBase(argument: "/lists")
        request.uriChanges.replacements = [try #require(URIPrefixReplacement(argument: "https://far/m=near"))]
        let report = try fixture.run(request)
        #expect(
            try fixture.text("v/i.m3u8") == """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-MAP:URI="https://cdn/v/i.mp4",BYTERANGE="10@0"
                #EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x00000000000000000000000000000001
                #EXT-X-PART:DURATION=6,URI="https://cdn/v/1.0.m4s",INDEPENDENT=YES
                #EXTINF:6,
                https://cdn/v/1.m4s
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="https://cdn/v/2.0.m4s"
                #EXT-X-RENDITION-REPORT:URI="../a/i.m3u8",LAST-MSN=1

                """
        )
        #expect(
            try fixture.text() == """
                #EXTM3U
                #EXT-X-DEFINE:NAME="q",VALUE="1"
                #EXT-X-SESSION-DATA:DATA-ID="a",URI="data.json"
                #EXT-X-MEDIA:TYPE=AUDIO, URI="/lists/a/i.m3u8?{$q}" ,GROUP-ID="a",NAME="en",X-Y=1
                #EXT-X-MEDIA:TYPE=AUDIO,URI="https://far/i.m3u8",GROUP-ID="a",NAME="de"
                #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
                /lists/v/i.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="/lists/v/i.m3u8"

                """
        )
        #expect(try fixture.text("a/i.m3u8").contains("\nnear/1.ts\n#EXTINF:6,\nhttps://cdn/a/2.ts\n"))
        #expect(report.playlists.map(\.rebasedURIs) == [3, 4, 2])
        #expect(report.warnings.count == 2, "\(report.warnings)")
    }

    /// Blanks around a URI are not part of it: RFC 8216bis 4.1 allows none there, and players skip them.
    @Test(arguments: [" 1.ts", "\t1.ts  "])
    func keepsBlanksAroundURIs(_ line: String) throws {
        let found = try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(["#EXTINF:6,", line])) {
            $0.segmentBase = URIBase(argument: "https://cdn")
        }
        #expect(found.contains("\n" + line.replacing("1.ts", with: "https://cdn/1.ts") + "\n"))
    }

    /// A variable of unknown value is kept, except at the start of the URI, where it may be a scheme.
    @Test(arguments: [("1.ts?{$t}", "https://cdn/1.ts?{$t}"), ("a/{$t}.ts", "https://cdn/a/{$t}.ts")])
    func carriesUnknownVariables(_ uri: String, _ expected: String) throws {
        let lines = ["#EXT-X-DEFINE:QUERYPARAM=\"t\"", "#EXTINF:6,", uri]
        let found = try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(lines)) {
            $0.segmentBase = URIBase(argument: "https://cdn")
        }
        #expect(found.contains("\n\(expected)\n"))
    }

    @Test(arguments: [true, false])
    func needsTheValueOfAStart(_ hasBase: Bool) throws {
        let playlist = TreeFixture.mediaPlaylist([
            "#EXT-X-DEFINE:QUERYPARAM=\"t\"", "#EXTINF:6,", "{$t}/1.ts",
        ])
        let change = { (request: inout RewriteRequest) in
            if hasBase {
                request.segmentBase = URIBase(argument: "https://cdn")
            } else {
                request.uriChanges.replacements = [
                    try #require(URIPrefixReplacement(argument: "https://a=https://b"))
                ]
            }
        }
        let error = #expect(throws: RunFailure.self) { try RewriteFixture.rewrite(playlist, change) }
        #expect(error?.description.contains("--query t=VALUE") == true)
        let known = try RewriteFixture.rewrite(playlist) { request in
            try change(&request)
            request.parameters = QueryParameters(["t": "https://a"])
        }
        #expect(known.contains(hasBase ? "\n{$t}/1.ts\n" : "\nhttps://b/1.ts\n"))
    }

    @Test func refusesWhatLeavesTheRoot() throws {
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(["#EXTINF:6,", "../1.ts"])) {
                $0.segmentBase = URIBase(argument: "https://cdn")
            }
        }
        #expect(error?.failureClass == .malformed)
    }
}
