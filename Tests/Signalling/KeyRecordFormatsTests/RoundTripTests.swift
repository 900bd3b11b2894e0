import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing
import WipedMemory

@testable import KeyRecordFormats

/// Exported keys can be imported again, as far as the format carries them.
struct RoundTripTests {
    /// The fields of a key that a format carries.
    struct Carried: Sendable {
        let format: String
        var keyID = true
        var iv = true
        var contentID = true
        var track = true
        var terms: KeyPolicyTerms? = nil
        var uris = true
        var scheme = true
    }

    static let formats = [
        Carried(format: "jsonl", terms: SampleKeys.terms()),
        Carried(format: "csv", terms: SampleKeys.terms()),
        Carried(format: "fps-sdk", keyID: false, contentID: false, track: false, terms: fairPlayTerms),
        Carried(
            format: "fps-sdk-request",
            keyID: false,
            contentID: false,
            track: false,
            terms: fairPlayTerms
        ),
        Carried(format: "expressplay-token", scheme: false),
        Carried(format: "drmtoday", track: false, uris: false),
        Carried(format: "skm", uris: false),
        Carried(format: "shaka", contentID: false, uris: false),
        Carried(format: "key-file", keyID: false, contentID: false, track: false, uris: false),
        Carried(format: "cpix-2.3"),
        Carried(format: "cpix-2.4", terms: hdcpTerms),
        Carried(format: "speke-2"),
    ]

    static var fairPlayTerms: KeyPolicyTerms { SampleKeys.terms(level: nil) }

    static var hdcpTerms: KeyPolicyTerms { SampleKeys.terms(level: nil, type: nil, lease: nil) }

    func settings() throws -> ExportSettings {
        var settings = try SampleKeys.wrapping()
        settings.includesIV = true
        return settings
    }

    @Test(arguments: formats)
    func `A key comes back`(_ carried: Carried) throws {
        let key = try SampleKeys.key()
        let bytes = try #require(ExportFormats.named(carried.format)).export([key], settings())
        var copy = bytes.withSpan { span in span.indices.map { span[$0] } }
        var importSettings = ImportSettings()
        importSettings.wrappingKey = try SampleKeys.wrapping(id: nil).wrappingKey
        if !carried.contentID { importSettings.contentID = try ContentID("movie-42") }
        if !carried.track { importSettings.track = "hd" }
        // Key and IV together have 32 bytes, like a longer key.
        if carried.format == "key-file" { importSettings.method = "sample-aes" }
        let read = try ImportFormats.read(ImportInput(taking: &copy, name: "file"), as: nil, importSettings)
        let imported = try #require(read.keys.first)
        #expect(read.keys.count == 1)
        #expect(read.warnings == [])
        #expect(imported.draft.identity == key.record.identity)
        #expect(imported.draft.key == key.record.key)
        #expect(imported.draft.keyID == (carried.keyID ? key.record.keyID : nil))
        #expect(imported.draft.iv == (carried.iv ? key.record.iv : nil))
        #expect(imported.draft.origin == .imported)
        #expect(imported.terms == carried.terms)
        #expect(imported.state == .active)
        #expect(imported.signalling.map(\.keyURI) == (carried.uris ? ["skd://movie-42"] : []))
        for signalling in imported.signalling {
            #expect(signalling.system == "fairplay")
            #expect(signalling.method == "sample-aes")
            #expect(signalling.scheme == (carried.scheme ? "cbcs" : nil))
            #expect(signalling.keyFormatVersions == "1")
            #expect(Set(signalling.assetIDs.map(\.id)) == ["movie-42", "skd://movie-42"])
        }
    }

    @Test(arguments: ["jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "shaka", "expressplay-token"])
    func `A key of each class comes back`(format: String) throws {
        let tracks = ["audio", "hd", "sd", "uhd"]
        let keys = try tracks.enumerated().map { index, track in
            let id = SampleKeys.uuid("00000000-0000-4000-8000-00000000000\(index + 1)")
            return try SampleKeys.key(
                track,
                id: id,
                key: "a9b9033df0b9ca5447839e3d0748170\(index)",
                signalling: [SampleKeys.fairPlay(id, uri: "skd://\(track)", ids: [("x-" + track, "host")])]
            )
        }
        var importSettings = ImportSettings()
        importSettings.contentID = try ContentID("movie-42")
        let read = try SampleKeys.read(SampleKeys.text(format, keys), as: nil, importSettings)
        #expect(read.keys.map(\.draft.identity) == keys.map(\.record.identity))
        #expect(zip(read.keys, keys).allSatisfy { $0.draft.key == $1.record.key })
    }

    @Test(arguments: [
        "jsonl", "csv", "cpix-2.3", "cpix-2.4", "speke-2", "drmtoday", "skm", "expressplay-token",
    ])
    func `Periods come back`(format: String) throws {
        let keys = try (0..<3).map { period in
            let id = SampleKeys.uuid("00000000-0000-4000-8000-00000000000\(period + 1)")
            return try SampleKeys.key(
                "all",
                period: period,
                id: id,
                key: "a9b9033df0b9ca5447839e3d0748170\(period)",
                signalling: [SampleKeys.fairPlay(id, uri: "skd://\(period)", ids: [("x-\(period)", "host")])]
            )
        }
        var importSettings = ImportSettings()
        importSettings.wrappingKey = try settings().wrappingKey
        let read = try SampleKeys.read(SampleKeys.text(format, keys, settings()), as: nil, importSettings)
        #expect(read.keys.map(\.draft.identity) == keys.map(\.record.identity))
    }

    @Test func `A rendition's name comes back as a label`() throws {
        for format in ["cpix-2.3", "cpix-2.4"] {
            let read = try SampleKeys.read(SampleKeys.text(format, [SampleKeys.key("main 1,a")]), as: "cpix")
            #expect(read.keys.map(\.draft.identity.track) == ["main 1,a"])
        }
    }

    @Test(arguments: ["jsonl", "csv"])
    func `A tombstone revokes a key that is stored, and is left out else`(format: String) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let key = try SampleKeys.key()
        let tombstone = try SampleKeys.read(
            SampleKeys.text(format, [SampleKeys.key(signalling: [], terms: nil, state: .revoked)]),
            as: nil
        )
        let nothing = try tombstone.store(in: store)
        #expect(nothing.records.isEmpty)
        #expect(nothing.warnings.count == 1)
        _ = try SampleKeys.read(SampleKeys.text(format, [key]), as: nil).store(in: store)
        #expect(try tombstone.store(in: store).records.map(\.keyID) == [key.record.keyID])
        #expect(try store.state(of: key.record.keyID) == .revoked)
        #expect(throws: RunFailure.revoked(key.record.identity)) {
            _ = try SampleKeys.read(SampleKeys.text(format, [key]), as: nil).store(in: store)
        }
    }

    @Test func `An import is stored once, with all that is said`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let read = try SampleKeys.read(SampleKeys.text("jsonl", [SampleKeys.key()]), as: nil)
        #expect(try read.store(in: store).newCount == 1)
        #expect(try read.store(in: store).newCount == 0)
        let key = try #require(try store.exportableKeys(of: nil).first)
        #expect(key.record.fingerprint == (try SampleKeys.key().record.fingerprint))
        #expect(key.signalling.count == 1)
        #expect(key.signalling.first?.tree == "imported")
        #expect(key.policy?.version == 1)
        #expect(key.policy?.terms == SampleKeys.terms())
    }

    @Test func `Another key in its place is a contradiction, and nothing is stored`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try SampleKeys.read(SampleKeys.text("jsonl", [SampleKeys.key()]), as: nil).store(in: store)
        let otherKeys = [
            try SampleKeys.key("audio", id: SampleKeys.otherID, signalling: []),
            try SampleKeys.key(key: "00112233445566778899aabbccddeefa"),
        ]
        let error = #expect(throws: RunFailure.self) {
            _ = try SampleKeys.read(SampleKeys.text("jsonl", otherKeys), as: nil).store(in: store)
        }
        #expect(error?.failureClass == .malformed)
        #expect(try store.allRecords().count == 1)
    }
}
