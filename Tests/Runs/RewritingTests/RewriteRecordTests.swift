import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionTerms
import Testing

@testable import Presentations
@testable import Rewriting

/// New key URIs with key records: the record found for a key line, refusals, and stored signalling.
struct RewriteRecordTests {
    static let format = #"KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1""#

    /// Returns a multivariant playlist and one media playlist per URI; the URI replaces `{}` in the key line.
    static func fixture(_ uris: String..., key: String = "METHOD=SAMPLE-AES,URI=\"{}\",\(format)") throws
        -> RewriteFixture
    {
        var playlists = ["main.m3u8": "#EXTM3U\n"]
        for (index, uri) in uris.enumerated() {
            playlists["main.m3u8", default: ""] +=
                "#EXT-X-STREAM-INF:BANDWIDTH=\(index + 1)\nv\(index).m3u8\n"
            playlists["v\(index).m3u8"] = TreeFixture.mediaPlaylist([
                "#EXT-X-KEY:" + key.replacing("{}", with: uri), "#EXTINF:6,", "1.m4s",
            ])
        }
        return try RewriteFixture(playlists)
    }

    private func uris(_ fixture: RewriteFixture, _ count: Int) throws -> [String] {
        try (0..<count).map { index in
            let text = try fixture.text("v\(index).m3u8")
            return String(try #require(text.firstMatch(of: /URI="([^"]*)"/)).1)
        }
    }

    private func run(
        _ fixture: RewriteFixture,
        _ template: String,
        title: String? = nil,
        _ systems: [KeySystem]? = nil
    ) throws -> RewriteReport {
        var request = fixture.request()
        request.contentID = try title.map { try ContentID($0) }
        request.keyURIs = try KeyURIRequest(template, systems)
        return try fixture.run(request, records: true)
    }

    @Test func findsRecordsByTheURIThatWasNoted() throws {
        let fixture = try Self.fixture("skd://a", "skd://b")
        let first = try fixture.mint("movie", "hd", uri: "skd://a")
        try fixture.mint("movie", "audio", period: 3, generation: 2, uri: "skd://b")
        try _ = run(fixture, "skd://{content_id}/{track}/{period}/{generation}")
        #expect(try uris(fixture, 2) == ["skd://movie/hd/0/1", "skd://movie/audio/3/2"])
        let noted = try #require(try fixture.store.signalling(of: first.keyID).last)
        #expect(noted.keyURI == "skd://movie/hd/0/1" && noted.tree == fixture.output)
        #expect(noted.system == "fairplay" && noted.method == "sample-aes" && noted.keyFormatVersions == "1")
        #expect(noted.keyFormat == "com.apple.streamingkeydelivery")
        #expect(noted.assetIDs.contains { $0.rule == "host" && $0.id == "movie" })
    }

    /// A key that the store lost after it was read gets no new signalling.
    @Test(arguments: [true, false])
    func refusesKeysThatAreLost(isInPlace: Bool) throws {
        let fixture = try Self.fixture("skd://a")
        try fixture.mint(uri: "skd://a")
        var request = fixture.request(inPlace: isInPlace)
        request.keyURIs = try KeyURIRequest("skd://{content_id}")
        let store = HookedKeyStore(
            fixture.store,
            beforeReread: {
                guard let file = FileHandle(forUpdatingAtPath: fixture.keys.directory.path + "/keys.sqlite")
                else { return }
                try? file.truncate(atOffset: 8192)
            }
        )
        let error = #expect(throws: RunFailure.self) {
            try RewriteRun(request, store: store).execute()
        }
        #expect(error?.failureClass == .missing)
        #expect(try fixture.tree.directory.names() == ["in"])
        #expect(
            String(decoding: try fixture.tree.directory.read("in/v0.m3u8"), as: UTF8.self).contains("skd://a")
        )
    }

    @Test func redactsTheURIsThatFailuresName() throws {
        let (location, uri) = (LineLocation(playlist: TreePath("v0.m3u8"), line: 3), "https://k/x?secret")
        let title = try ContentID("movie")
        let failures: [RunFailure] = [
            .noKeyRecord(location, uri: uri),
            .ambiguousRecord(location, uri: uri, count: 2),
            .recordOfOtherTitle(location, uri: uri, title: title),
            .sharedKeyURI(location, uri: uri, other: location),
            .sharedChangedKeyURI(location, uri: uri, other: location),
            .changedKeyURITaken(location, uri: uri, by: try KeyIdentity("movie", "audio")),
            .keyURITaken(uri: uri, by: try KeyIdentity("movie", "audio")),
            .noAssetID(uri: uri, rules: [], options: []),
        ]
        for failure in failures { #expect(failure.problem.contains("https://k/x?…"), "\(failure)") }
    }

    @Test func findsRecordsByAKeyIDInTheURI() throws {
        let fixture = try Self.fixture("skd://x", "skd://y")
        let records = try ["hd", "audio"].map { try fixture.mint("movie", $0) }
        let ids = records.map(\.keyID.uuidString)
        let other = try Self.fixture(
            "skd://\(ids[0])",
            "skd://k?id=\(ids[1].lowercased().filter { $0 != "-" })"
        )
        for (track, id) in zip(["hd", "audio"], records.map(\.keyID)) {
            _ = try other.store.findOrCreate([KeyDraft(identity: KeyIdentity("movie", track), keyID: id)])
        }
        _ = try run(other, "skd://{track}", title: "movie")
        #expect(try uris(other, 2) == ["skd://hd", "skd://audio"])
    }

    /// Stored signalling outweighs the fact that the given title has only one key.
    @Test func refusesTheKeyOfAnotherTitle() throws {
        let fixture = try Self.fixture("skd://old")
        try fixture.mint("movie", uri: "skd://old")
        let otherRecord = try fixture.mint("other")
        #expect(
            throws: RunFailure.recordOfOtherTitle(
                LineLocation(playlist: TreePath(components: ["v0.m3u8"]), line: 3),
                uri: "skd://old",
                title: try ContentID("movie")
            )
        ) {
            try run(fixture, "skd://{content_id}", title: "other")
        }
        #expect(try fixture.store.signalling(of: otherRecord.keyID).isEmpty)
    }

    @Test func takesTheOnlyKeyOfATitle() throws {
        let fixture = try Self.fixture("skd://old", "skd://old")
        try fixture.mint("movie", generation: 1)
        try fixture.mint("movie", generation: 2)
        _ = try run(fixture, "skd://{content_id}/{generation}", title: "movie")
        #expect(try uris(fixture, 2) == ["skd://movie/2", "skd://movie/2"])
    }

    /// The record is found by stored signalling, by the key id in the URI, or as the only one of the title.
    @Test(arguments: ["AES-256-GCM", "AES-128"], ["skd://noted", "skd://{id}", "skd://unknown"])
    func refusesAKeyOfAnotherLength(method: String, uri: String) throws {
        let id = UUID()
        let uri = uri.replacing("{id}", with: id.uuidString)
        let fixture = try Self.fixture(uri, key: "METHOD=\(method),URI=\"{}\"")
        func mint(_ title: String, _ length: KeyLength) throws {
            let draft = KeyDraft(identity: try KeyIdentity(title, "all"), keyID: id, keyLength: length)
            let record = try #require(try fixture.store.findOrCreate([draft]).first)
            if uri.hasSuffix("noted") { try fixture.addSignalling(uri, of: record) }
        }
        let isLong = method == "AES-256-GCM"
        try mint("movie", isLong ? .bits128 : .bits256)
        let error = #expect(throws: RunFailure.self) {
            try run(fixture, "https://keys.example/{content_id}", title: "movie", [.identity])
        }
        #expect(error?.failureClass == .malformed)
        let text = error?.description ?? ""
        let expected = isLong ? ["16 bytes", "expected 32"] : ["32 bytes", "expected 16"]
        for part in expected + ["v0.m3u8:3", "METHOD=\(method)"] { #expect(text.contains(part), "\(text)") }
        #expect(!fixture.tree.directory.exists("out"))
    }

    @Test(arguments: [
        (["skd://old", "skd://older"], "movie", ["all"]),
        (["skd://old"], "movie", ["hd", "audio"]),
        (["skd://old"], nil, ["all"]),
        (["skd://old"], "other", ["all"]),
    ])
    func refusesKeysWithoutRecord(_ uris: [String], _ title: String?, _ tracks: [String]) throws {
        let fixture = uris.count == 1 ? try Self.fixture(uris[0]) : try Self.fixture(uris[0], uris[1])
        for track in tracks { try fixture.mint("movie", track) }
        let error = #expect(throws: RunFailure.self) {
            try run(fixture, "skd://{track}", title: title)
        }
        #expect(error?.failureClass == .malformed)
        #expect(error?.description.contains("v0.m3u8:3: no record") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("--no-records") == true)
        #expect(!fixture.tree.directory.exists("out"))
    }

    @Test func tellsTitlesThatShareAURIApart() throws {
        let fixture = try Self.fixture("skd://shared")
        try fixture.mint("one", uri: "skd://shared")
        let second = try fixture.mint("two")
        try fixture.store.addSignalling([
            Signalling(
                keyID: second.keyID,
                system: "fairplay",
                method: "sample-aes",
                keyURI: "skd://shared",
                tree: "/elsewhere"
            )
        ])
        _ = try run(fixture, "skd://{content_id}")
        #expect(try uris(fixture, 1) == ["skd://one"], "by the tree")
        var request = fixture.request()
        request.destination = .directory(fixture.output, overwrites: true)
        request.contentID = try ContentID("two")
        request.keyURIs = try KeyURIRequest("skd://{content_id}")
        try fixture.run(request, records: true)
        #expect(try uris(fixture, 1) == ["skd://two"], "by the title")
    }

    @Test func refusesOneURIForTwoKeys() throws {
        let fixture = try Self.fixture("skd://a", "skd://b")
        try fixture.mint("movie", "hd", uri: "skd://a")
        let audio = try fixture.mint("movie", "audio", uri: "skd://b")
        let shared = #expect(throws: RunFailure.self) { try run(fixture, "skd://{content_id}") }
        #expect(shared?.failureClass == .usage && shared?.description.hasPrefix("v1.m3u8:3:") == true)
        let taken = #expect(throws: RunFailure.self) {
            let one = try Self.fixture("skd://a")
            for (uri, record) in [
                ("skd://a", try one.mint("movie", "hd")), ("skd://new", try one.mint("movie", "sd")),
            ] {
                try one.store.addSignalling([
                    Signalling(
                        keyID: record.keyID,
                        system: "fairplay",
                        method: "sample-aes",
                        keyURI: uri,
                        tree: "/t"
                    )
                ])
            }
            _ = try run(one, "skd://new")
        }
        #expect(taken?.description.contains("already names another key") == true)
        #expect(try fixture.store.signalling(of: audio.keyID).count == 1, "nothing was recorded")
    }

    @Test func changesNothingOnItsOwnResult() throws {
        let fixture = try Self.fixture("skd://old")
        let record = try fixture.mint("movie")
        _ = try run(fixture, "skd://{content_id}/{key_id}", title: "movie")
        var request = RewriteRequest(playlist: fixture.output + "/main.m3u8", destination: .inPlace)
        request.keyURIs = try KeyURIRequest("skd://{content_id}/{key_id}")
        let report = try fixture.run(request, records: true)
        #expect(report.outcome == "unchanged")
        #expect(try fixture.store.signalling(of: record.keyID).count == 1)
    }

    @Test func completesAnInterruptedRunInPlace() throws {
        let fixture = try Self.fixture("skd://old", "skd://old")
        try fixture.mint("movie")
        var request = fixture.request(inPlace: true)
        request.contentID = try ContentID("movie")
        request.keyURIs = try KeyURIRequest("skd://new", [.fairPlay, .identity])
        let old = try fixture.tree.directory.read("in/v1.m3u8")
        try fixture.run(request, records: true)
        let new = try fixture.tree.directory.read("in/v1.m3u8")
        try fixture.tree.directory.write(old, to: "in/v1.m3u8")
        try fixture.run(request, records: true)
        #expect(try fixture.tree.directory.read("in/v1.m3u8") == new)
    }

    /// Some packagers write the IV into the key lines of all systems.
    @Test(arguments: [true, false], ["", ",KEYFORMAT=\"com.microsoft.playready\""])
    func comparesTheVectorThatAFairPlayClientGets(_ isSame: Bool, _ keyFormat: String) throws {
        let iv = [UInt8](repeating: 0xA1, count: 16)
        let digits = String(repeating: "A1", count: 16)
        let fixture = try Self.fixture(
            "https://k/1",
            key: "METHOD=SAMPLE-AES,URI=\"{}\",IV=0x\(digits)\(keyFormat)"
        )
        try fixture.mint("movie", iv: isSame ? iv : Array(repeating: 0, count: 16), uri: "https://k/1")
        guard !isSame else {
            _ = try run(fixture, "skd://{content_id}", [.fairPlay])
            #expect(try fixture.text("v0.m3u8").contains(#"METHOD=SAMPLE-AES,URI="skd://movie",KEYFORMAT="#))
            return
        }
        #expect(
            throws: RunFailure.otherIVInRecord(.init(playlist: TreePath("v0.m3u8"), line: 3))
        ) {
            try run(fixture, "skd://{content_id}", [.fairPlay])
        }
    }

    @Test func writesTheVectorOfTheRecordBesideFairPlay() throws {
        let fixture = try Self.fixture("skd://a")
        try fixture.mint("movie", iv: Array(0...15), uri: "skd://a")
        _ = try run(fixture, "https://k/{content_id}", [.identity])
        #expect(
            try fixture.text("v0.m3u8").contains(
                "\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"https://k/movie\",IV=0x000102030405060708090a0b0c0d0e0f\n"
            )
        )
    }

    @Test func refusesAGroupOfTwoKeys() throws {
        let fixture = try Self.fixture(
            "https://k/1",
            key:
                "METHOD=SAMPLE-AES,URI=\"{}\",IV=0x01\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:,x\",KEYFORMAT=\"a.b\""
        )
        try fixture.mint("movie", "hd", uri: "https://k/1")
        try fixture.mint("movie", "sd", uri: "data:,x")
        #expect(
            throws: RunFailure.differentKeysInGroup(.init(playlist: TreePath("v0.m3u8"), line: 4))
        ) {
            try run(fixture, "skd://{track}", [.fairPlay])
        }
    }

    @Test func needsNoRecordForKeysThatAreCut() throws {
        let fixture = try RewriteFixture([
            "main.m3u8": TreeFixture.mediaPlaylist([
                "#EXT-X-KEY:METHOD=AES-128,URI=\"unknown\",IV=0x01", "#EXTINF:6,", "0.ts",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"known\",IV=0x01", "#EXTINF:6,", "1.ts",
            ])
        ])
        try fixture.mint("movie", uri: "known")
        var request = fixture.request()
        request.window = .last(.seconds(6))
        request.keyURIs = try KeyURIRequest("skd://{content_id}")
        try fixture.run(request, records: true)
        #expect(try fixture.text().contains("URI=\"skd://movie\",IV=0x01\n#EXTINF:6,\n1.ts"))
        #expect(try fixture.text().contains("unknown") == false)
    }
}
