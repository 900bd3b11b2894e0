import Ciphers
import Failures
import KeyStore
import PresentationFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import Presentations
@testable import Rewriting

/// Other bases and queries for key URIs: different keys keep different URIs, and the store gets the new ones.
struct KeyURIChangeTests {
    private static let format = RewriteRecordTests.format

    private func request(
        _ fixture: RewriteFixture,
        replacing replacements: [String] = [],
        query: String? = nil
    ) throws -> RewriteRequest {
        var request = fixture.request()
        request.uriChanges.kinds = [.keys]
        request.uriChanges.replacements = try replacements.map {
            try #require(URIPrefixReplacement(argument: $0))
        }
        request.uriChanges.parameters =
            try query.map { [try #require(URIQueryParameter(name: "t", value: $0))] } ?? []
        return request
    }

    private func uris(_ text: String) -> [String] {
        text.matches(of: /URI="((?:skd|https)[^"]*)"/).map { String($0.1) }
    }

    /// Returns playlists with two rotated keys and a session key for the first.
    private static func rotated(_ first: String, _ second: String) -> [String: String] {
        let key = { (tag: String, uri: String) in "#EXT-X-\(tag):METHOD=SAMPLE-AES,URI=\"\(uri)\",\(format)" }
        return [
            "main.m3u8": "#EXTM3U\n\(key("SESSION-KEY", first))\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n",
            "v.m3u8": TreeFixture.mediaPlaylist([
                key("KEY", first), "#EXTINF:6,", "1.ts", key("KEY", second), "#EXTINF:6,", "2.ts",
                key("KEY", first), "#EXTINF:6,", "3.ts",
            ]),
        ]
    }

    private static let changes: [(String, String, String?, String?, [String])] = [
        ("skd://old/1", "skd://old/2", "skd://old/=skd://new/a/", nil, ["skd://new/a/1", "skd://new/a/2"]),
        ("skd://1:0f", "skd://2:0e", "skd://=https://k/", nil, ["https://k/1:0f", "https://k/2:0e"]),
        ("skd:1", "skd:2", nil, "x", ["skd:1?t=x", "skd:2?t=x"]),
        (
            "https://h/1?t=a", "https://h/2?a#f", "https://h=https://i", "x",
            ["https://i/1?t=x", "https://i/2?a&t=x#f"]
        ),
    ]

    @Test(arguments: changes)
    func changesAllKeysWithoutRecords(
        _ first: String,
        _ second: String,
        _ base: String?,
        _ query: String?,
        _ expected: [String]
    ) throws {
        let fixture = try RewriteFixture(Self.rotated(first, second))
        let report = try fixture.run(request(fixture, replacing: base.map { [$0] } ?? [], query: query))
        #expect(try uris(fixture.text()) == [expected[0]])
        #expect(try uris(fixture.text("v.m3u8")) == [expected[0], expected[1], expected[0]])
        #expect(report.playlists.map(\.keyLines.replaced) == [0, 3])
        #expect(report.playlists.map(\.sessionKeys.replaced) == [1, 0])
        #expect(report.keys.count == 2 && report.keys.allSatisfy { !$0.uri.contains("x") })
        let again = try RewriteFixture([
            "main.m3u8": try fixture.text(), "v.m3u8": try fixture.text("v.m3u8"),
        ])
        let second = try again.run(request(again, replacing: base.map { [$0] } ?? [], query: query))
        #expect(second.playlists.allSatisfy { !$0.isChanged }, "a second time")
    }

    private static let collisions: [([String], String?, String, String)] = [
        (["skd://a/k=skd://n", "skd://b/k=skd://n"], nil, "skd://a/k", "skd://b/k"),
        (["skd://a/=skd://a/b/"], nil, "skd://a/k", "skd://a/b/k"),
        ([], "1", "skd://a?t=2", "skd://a?t=3"),
        ([], "1", "skd://a?t=1", "skd://a"),
    ]

    @Test(arguments: collisions)
    func refusesOneURIForTwoKeys(_ bases: [String], _ query: String?, _ first: String, _ second: String)
        throws
    {
        let fixture = try RewriteFixture(Self.rotated(first, second))
        let error = #expect(throws: RunFailure.self) {
            try fixture.run(request(fixture, replacing: bases, query: query))
        }
        #expect(error?.problem.hasPrefix("two keys would share the URI ") == true)
        #expect(error?.failureClass == .malformed)
        #expect(try fixture.tree.directory.names() == ["in"])
    }

    /// After a killed run, the old URI and the new one name the same key.
    @Test func tellsKeysApartByTheirRecords() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://new/k"))
        let record = try fixture.mint(uri: "skd://old/k")
        try fixture.addSignalling("skd://new/k", of: record)
        let report = try fixture.run(request(fixture, replacing: ["skd://old=skd://new"]), records: true)
        #expect(try uris(fixture.text("v.m3u8")) == ["skd://new/k", "skd://new/k", "skd://new/k"])
        #expect(report.keys.map(\.uri) == ["skd://new/k"])
    }

    @Test func refusesTheURIOfAnotherKeyOfTheTree() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://new/k"))
        try fixture.mint("movie", "hd", uri: "skd://old/k")
        try fixture.mint("other", "hd", uri: "skd://new/k")
        let error = #expect(throws: RunFailure.self) {
            try fixture.run(request(fixture, replacing: ["skd://old=skd://new"]), records: true)
        }
        #expect(error?.failureClass == .malformed)
        #expect(try fixture.tree.directory.names() == ["in"])
    }

    @Test func refusesTheURIOfAnotherKeyOfTheTitle() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://old/l"))
        for (track, uri) in [("hd", "skd://old/k"), ("sd", "skd://old/l")] {
            try fixture.mint("movie", track, uri: uri)
        }
        let other = try fixture.mint("movie", "audio", uri: "skd://new/l")
        let location = LineLocation(playlist: TreePath("v.m3u8"), line: 6)
        #expect(
            throws: RunFailure.changedKeyURITaken(location, uri: "skd://new/l", by: other.identity)
        ) {
            try fixture.run(request(fixture, replacing: ["skd://old=skd://new"]), records: true)
        }
    }

    @Test func recordsTheNewURIs() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://old/l"))
        let first = try fixture.mint("movie", "hd", uri: "skd://old/k")
        let second = try fixture.mint("movie", "sd", uri: "skd://old/l")
        try fixture.run(request(fixture, replacing: ["skd://old=skd://new"], query: "1"), records: true)
        let signalling = try [first, second].map {
            try #require(try fixture.store.signalling(of: $0.keyID).last)
        }
        #expect(signalling.map(\.keyURI) == ["skd://new/k?t=1", "skd://new/l?t=1"])
        #expect(
            signalling.allSatisfy {
                $0.tree == fixture.output && $0.system == "fairplay" && $0.template == nil
            }
        )
        #expect(signalling.allSatisfy { $0.method == "sample-aes" && $0.keyFormatVersions == "1" })
    }

    @Test func refusesKeysWithoutRecords() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://far/l"))
        let location = LineLocation(playlist: TreePath(text: "v.m3u8"), line: 3)
        #expect(throws: RunFailure.noKeyRecord(location, uri: "skd://old/k")) {
            try fixture.run(request(fixture, replacing: ["skd://old=skd://new"]), records: true)
        }
        // A key line that does not change needs no record.
        let report = try fixture.run(request(fixture, replacing: ["skd://none=skd://new"]), records: true)
        #expect(report.playlists.allSatisfy { !$0.isChanged })
    }

    @Test func refusesURIsThatSayTheirKey() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://old/k"))
        let digits = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
        let key = try ContentKey(copying: try #require(Hexadecimal.decode(digits)))
        let draft = KeyDraft(identity: try KeyIdentity("movie", "all"), key: key)
        try fixture.addSignalling(
            "skd://old/k",
            of: try #require(try fixture.store.findOrCreate([draft]).first)
        )
        let error = #expect(throws: RunFailure.self) {
            try fixture.run(request(fixture, query: digits), records: true)
        }
        #expect(error?.description.contains("this key is not accepted, as ") == true)
    }

    /// Base and query also apply to URIs from templates and to the lines of added systems.
    @Test func changesWhatTemplatesWrote() throws {
        let fixture = try RewriteFixture(Self.rotated("skd://old/k", "skd://old/l"))
        let records = [
            try fixture.mint("movie", "hd", uri: "skd://old/k"),
            try fixture.mint("movie", "sd", uri: "skd://old/l"),
        ]
        var request = try request(fixture, replacing: ["skd://movie=https://k"], query: "1")
        request.keyURIs = try KeyURIRequest("skd://{content_id}/{track}", [.fairPlay, .identity])
        try fixture.run(request, records: true)
        #expect(try uris(fixture.text()) == ["https://k/hd?t=1", "https://k/hd?t=1"])
        #expect(try Set(uris(fixture.text("v.m3u8"))) == ["https://k/hd?t=1", "https://k/sd?t=1"])
        #expect(try uris(fixture.text("v.m3u8")).count == 6)
        let noted = try fixture.store.signalling(of: records[1].keyID).map { "\($0.system) \($0.keyURI)" }
        #expect(
            Set(noted) == ["fairplay skd://old/l", "fairplay https://k/sd?t=1", "identity https://k/sd?t=1"]
        )
    }

    /// A URI that does not change keeps its variables.
    @Test func keepsVariables() throws {
        let text = try RewriteFixture.rewrite(
            TreeFixture.mediaPlaylist([
                "#EXT-X-DEFINE:NAME=\"h\",VALUE=\"skd://old\"", "#EXT-X-DEFINE:NAME=\"k\",VALUE=\"7\"",
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"{$h}/{$k}\",\(Self.format)", "#EXTINF:6,", "1.ts",
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://old/7\",\(Self.format)", "#EXTINF:6,", "2.ts",
            ])
        ) { request in
            request.uriChanges.kinds = [.keys]
            request.uriChanges.replacements = [
                try #require(URIPrefixReplacement(argument: "skd://old=skd://new"))
            ]
            request.uriChanges.parameters = [try #require(URIQueryParameter(name: "t", value: "1"))]
        }
        #expect(uris(text) == ["skd://new/{$k}?t=1", "skd://new/7?t=1"])
    }

    @Test func leavesSystemsThatGo() throws {
        let key = #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://old/1",IV=0x00000000000000000000000000000001"#
        var playlists = Self.rotated("skd://old/k", "skd://old/k")
        playlists["v.m3u8"] = playlists["v.m3u8"]?.replacing(
            "#EXTINF:6,\n1.ts",
            with: "\(key)\n#EXTINF:6,\n1.ts"
        )
        let fixture = try RewriteFixture(playlists)
        try fixture.mint(uri: "skd://old/k")
        var request = try request(fixture, replacing: ["skd://old=skd://new"])
        request.droppedSystems = [.identity]
        try fixture.run(request, records: true)
        #expect(try uris(fixture.text("v.m3u8")) == ["skd://new/k", "skd://new/k", "skd://new/k"])
    }
}
