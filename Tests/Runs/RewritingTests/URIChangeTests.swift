import Failures
import HLSPlaylists
import PresentationFixtures
import Testing

@testable import Presentations
@testable import Rewriting

/// Added query parameters, replaced prefixes, other bases of keys, assets, session data, steering.
///
/// Expected URIs follow RFC 3986 sections 2.1, 3.4 and 3.5; the others are written by hand.
struct URIChangeTests {
    private static let variables = VariableScope([
        "q": "?a=1", "cdn": "https://old/x", "part": "ld/x", "empty": "", "t": "t=2", "f": "s#f",
    ])

    @Test(arguments: [
        ("t", "1", "s.ts", "s.ts?t=1"),
        ("t", "1", "https://a/s.ts?x=2", "https://a/s.ts?x=2&t=1"),
        ("t", "1", "s.ts#f?g", "s.ts?t=1#f?g"),
        ("t", "1", "s.ts?x#f", "s.ts?x&t=1#f"),
        ("t", "1", "s.ts?", "s.ts?t=1"),
        ("t", "1", "s.ts?x&", "s.ts?x&t=1"),
        ("t", "", "s.ts", "s.ts?t="),
        ("t", "1", "s.ts?t=1", nil),
        ("t", "1", "s.ts?%74=%31&x", nil),
        ("t", "1", "s.ts?t=2&x#f", "s.ts?t=1&x#f"),
        ("t", "1", "s.ts?t&x", "s.ts?t=1&x"),
        ("t", "", "s.ts?t", "s.ts?t="),
        ("t", "1", "s.ts?t=1&x&t=2", "s.ts?t=1&x"),
        ("t", "1", "s.ts?a&t=3&x&t=2#f", "s.ts?a&t=1&x#f"),
        ("t", "1", "s.ts?tt=1&T=1", "s.ts?tt=1&T=1&t=1"),
        ("t", "a b&c#d%e+f\"é{$q}", "s.ts", "s.ts?t=a%20b%26c%23d%25e%2Bf%22%C3%A9%7B$q%7D"),
        ("hdnts", "exp=1~acl=/*~hmac=0f", "s.ts", "s.ts?hdnts=exp=1~acl=/*~hmac=0f"),
        ("a=b&", "?:@", "s.ts", "s.ts?a%3Db%26=?:@"),
        ("t", "1", "s.ts{$q}", "s.ts{$q}&t=1"),
        ("t", "1", "s.ts?{$t}&x", "s.ts?t=1&x"),
        ("t", "1", "{$empty}s.ts?{$empty}", "{$empty}s.ts?t=1{$empty}"),
        ("t", "1", "{$f}", "s?t=1#f"),
        ("t", "1", "{$cdn}/s.ts", "{$cdn}/s.ts?t=1"),
        ("t", "1", "skd:movie", "skd:movie?t=1"),
        ("t", "1", "data:text/plain,a", nil),
    ])
    func addsParameters(_ name: String, _ value: String, _ uri: String, _ expected: String?) throws {
        var changes = URIChanges()
        changes.parameters = [try #require(URIQueryParameter(name: name, value: value))]
        let variables = Self.variables
        let changed = changes.queried(WrittenURI(uri, variables: variables), .segments, variables)
        #expect(changed == expected)
        let again = WrittenURI(changed ?? uri, variables: variables)
        #expect(changes.queried(again, .segments, variables) == nil, "a second time")
    }

    @Test(arguments: [("", "1"), ("t", "a\nb"), ("t\u{0}", "a"), ("t", "\u{7F}")])
    func refusesParameters(_ name: String, _ value: String) {
        #expect(URIQueryParameter(name: name, value: value) == nil)
    }

    /// Prefixes are compared with the URI after variable substitution, as clients see it.
    @Test(arguments: [
        ("https://old/=https://new/", "https://old/x/{$t}", "https://new/x/{$t}"),
        ("https://old/x=https://new", "{$cdn}/{$t}", "https://new/{$t}"),
        ("https://old=https://new", "{$cdn}/{$t}", "https://new/x/{$t}"),
        ("https://old/=https://new/", "https://o{$part}/{$t}", "https://new/x/{$t}"),
        ("https://old/=https://new/", "{$empty}https://old/1", "https://new/{$empty}1"),
        ("{$cdn}=https://new", "{$cdn}/1", "https://new/1"),
        ("https://old/=https://new/", "https://older/{$t}", nil),
        ("data:=skd:", "data:text/plain,a", nil),
    ])
    func seesThroughVariables(_ argument: String, _ uri: String, _ expected: String?) throws {
        var changes = URIChanges()
        changes.replacements = [try #require(URIPrefixReplacement(argument: argument))]
        #expect(changes.rebased(WrittenURI(uri, variables: Self.variables), .segments) == expected)
    }

    private static let multivariant = """
        #EXTM3U
        #EXT-X-CONTENT-STEERING:SERVER-URI="https://old/steer",PATHWAY-ID="a"
        #EXT-X-SESSION-DATA:DATA-ID="a",URI="https://old/data.json"
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://old/k",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-MEDIA:TYPE=AUDIO,URI="https://old/i.m3u8",GROUP-ID="a",NAME="en"
        #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
        v.m3u8

        """
    private static let media = """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z",X-ASSET-URI="https://old/a.m3u8"
        #EXT-X-DATERANGE:ID="b",START-DATE="2026-01-01T00:00:00Z",X-ASSET-LIST="https://old/list?x",X-COM="https://far/"
        #EXT-X-MAP:URI="https://old/i.mp4"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old/k",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAAA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
        #EXT-X-PART:DURATION=6,URI="https://old/1.0.m4s"
        #EXTINF:6,
         \thttps://old/1.m4s\t
        #EXTINF:6,
        2.m4s
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="https://old/2.0.m4s"
        #EXT-X-RENDITION-REPORT:URI="https://old/i.m3u8"

        """

    /// Expected for each kind: the number of lines with another base, and of lines with a query parameter.
    @Test(arguments: [
        (URIKind.segments, 4, 5), (.playlists, 2, 3), (.keys, 2, 2), (.assets, 2, 2),
        (.sessionData, 1, 1),
        (.steering, 1, 1),
    ])
    func changesTheURIsOfAKind(_ kind: URIKind, _ rebased: Int, _ queried: Int) throws {
        // Key URIs change only if every playlist of the tree is local.
        let address = kind == .keys ? "a.m3u8" : "https://old/i.m3u8"
        let multivariant = Self.multivariant.replacing("https://old/i.m3u8", with: address)
        let source = multivariant + Self.media
        for (argument, isQuery, count) in [("base", false, rebased), ("query", true, queried)] {
            let fixture = try RewriteFixture([
                "main.m3u8": multivariant, "v.m3u8": Self.media,
                "a.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "1.aac"]),
            ])
            var request = fixture.request()
            request.uriChanges.kinds = [kind]
            if isQuery {
                request.uriChanges.parameters = [try #require(URIQueryParameter(name: "t", value: "1"))]
            } else {
                request.uriChanges.replacements = try ["https://old", "skd://old"].map {
                    try #require(URIPrefixReplacement(argument: "\($0)=https://new"))
                }
            }
            let report = try fixture.run(request)
            let text = try fixture.text() + fixture.text("v.m3u8")
            let changes = changedLines(source, text)
            #expect(changes.count == 2 * count, "\(argument): \(changes)")
            for (old, new) in zip(changes.prefix(count), changes.suffix(count)) {
                #expect(
                    old.dropFirst().replacing(/(https|skd):\/\/old/, with: "https://new") == new.dropFirst()
                        || isQuery
                )
                #expect(!isQuery || new.replacing(/[?&]t=1/, with: "").dropFirst() == old.dropFirst())
            }
            let keyLines = report.playlists.map { $0.keyLines.replaced + $0.sessionKeys.replaced }.reduce(
                0,
                +
            )
            let otherURIs = report.playlists.map { isQuery ? $0.queriedURIs : $0.rebasedURIs }.reduce(0, +)
            #expect([keyLines, otherURIs] == (kind == .keys ? [count, 0] : [0, count]))
        }
    }

    @Test func leavesOtherKindsUnasked() throws {
        let fixture = try RewriteFixture(["main.m3u8": Self.multivariant, "v.m3u8": Self.media])
        var request = fixture.request()
        request.uriChanges.replacements = [
            try #require(URIPrefixReplacement(argument: "https://old=https://new"))
        ]
        try fixture.run(request)
        let changes = changedLines(
            Self.multivariant + Self.media,
            try fixture.text() + fixture.text("v.m3u8")
        )
        #expect(changes.count == 2 * 6, "\(changes)")
        #expect(changes.contains("+ \thttps://new/1.m4s\t"))
    }

    /// The base is replaced first, then the query is added, in URIs of every form.
    @Test func combinesBasesAndQueries() throws {
        let text = try RewriteFixture.rewrite(
            TreeFixture.mediaPlaylist(["#EXTINF:6,", "1.ts", "#EXTINF:6,", "https://old/2.ts?t=0"])
        ) {
            $0.segmentBase = URIBase(argument: "https://cdn/m")
            $0.uriChanges.replacements = [
                try #require(URIPrefixReplacement(argument: "https://old=https://new"))
            ]
            $0.uriChanges.parameters = [
                try #require(URIQueryParameter(name: "t", value: "1")),
                try #require(URIQueryParameter(name: "u", value: "2")),
            ]
        }
        #expect(
            text
                == TreeFixture.mediaPlaylist([
                    "#EXTINF:6,", "https://cdn/m/1.ts?t=1&u=2", "#EXTINF:6,", "https://new/2.ts?t=1&u=2",
                ])
        )
    }

    @Test(arguments: ["https://a/1.ts=", "https://a/1.ts={$e}"])
    func refusesURIsOfWhichNothingIsLeft(_ argument: String) throws {
        let lines = ["#EXT-X-DEFINE:NAME=\"e\",VALUE=\"\"", "#EXTINF:6,", "https://a/1.ts"]
        let error = #expect(throws: RunFailure.self) {
            try RewriteFixture.rewrite(TreeFixture.mediaPlaylist(lines)) {
                $0.uriChanges.replacements = [try #require(URIPrefixReplacement(argument: argument))]
            }
        }
        #expect(error?.failureClass == .malformed)
        let message =
            "--replace-base would leave nothing of the URI (https://a/1.ts). Correct --replace-base."
        #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
    }
}
