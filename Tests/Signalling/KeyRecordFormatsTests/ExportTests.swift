import Ciphers
import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats
import WipedMemory

@testable import KeyRecordFormats

/// Export formats of keys.
struct ExportTests {
    let fixture: StoreFixture
    let store: SQLKeyStore
    let keyID = UUID(uuidString: "0F0E0D0C-0B0A-4908-8706-050403020100") ?? UUID()

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
        _ = try store.findOrCreate([
            KeyDraft(
                identity: KeyIdentity("mövie \"1\"\\", "hd", period: 2, generation: 3),
                keyID: keyID,
                key: ContentKey(copying: Array(0..<16)),
                iv: InitializationVector(mediaSequence: 0xAB)
            )
        ])
    }

    func text(_ format: ExportFormat, of contentID: ContentID? = nil) throws -> String {
        let bytes = try format.export(store.exportableKeys(of: contentID))
        return bytes.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
    }

    func createdAt() throws -> String {
        let seconds = try fixture.sqlite3("SELECT created_at FROM content_keys LIMIT 1").dropLast()
        return try Command.run("date", ["-u", "-d", "@" + seconds, "+%Y-%m-%dT%H:%M:%SZ"]).filter {
            $0 != "\n"
        }
    }

    /// Names and order of the fields are those of the neutral record in the contract of the command line.
    @Test func `A key that was never signalled is one line`() throws {
        let expected = #"""
            {"version":1,"content_id":"mövie \"1\"\\","track":"hd","period":2,"generation":3,"key_id":"0f0e0d0c-0b0a-4908-8706-050403020100","key":"000102030405060708090a0b0c0d0e0f","iv":"000000000000000000000000000000ab","state":"active","created_at":"\#(try createdAt())"}

            """#
        #expect(try text(JSONLinesExporter.format()) == expected)
    }

    @Test func `Every system, method and URI is a line, whatever the tree`() throws {
        func signalling(_ uri: String, tree: String, template: String) -> Signalling {
            Signalling(
                keyID: keyID,
                system: "fairplay",
                method: "sample-aes",
                keyURI: uri,
                keyFormat: "com.apple.streamingkeydelivery",
                keyFormatVersions: "1",
                assetIDs: [AssetIDRecord(id: "a", hex: "61", rule: "host")],
                template: template,
                tree: tree
            )
        }
        try store.addSignalling([
            signalling("skd://a", tree: "/1", template: "old"),
            signalling("skd://b", tree: "/1", template: "b"),
            signalling("skd://a", tree: "/2", template: "new"),
        ])
        try fixture.sqlite3(
            """
            INSERT INTO key_policies
            VALUES (x'\(Hexadecimal.encode(keyID.bytes))', 1, 'TYPE-1', 'L1', 'hd', 60, 3600, 7200, 's', 't', 0)
            """
        )
        let lines = try text(JSONLinesExporter.format()).split(separator: "\n")
        try #require(lines.count == 2)
        let tail = #"""
            "method":"sample-aes","key_format":"com.apple.streamingkeydelivery","key_format_versions":"1","key_uri":"skd://a","asset_ids":[{"id":"a","hex":"61","rule":"host"}],"content_type":"hd","security_level":"L1","hdcp":"TYPE-1","lease_seconds":60,"rental_seconds":3600,"playback_seconds":7200,"offline_stream_id":"s","offline_title_id":"t","state":"active","created_at":"\#(try createdAt())","template":"new"}
            """#
        #expect(lines[0].hasSuffix(tail))
        #expect(lines[1].contains(#""key_uri":"skd://b""#))
        #expect(lines[1].hasSuffix(#""template":"b"}"#))
    }

    @Test func `Any text survives another reader of JSON`() throws {
        let nasty = "\u{2028}\u{FEFF}/</script>\u{1F3AC}e\u{301}\"\\\\\"{}[],:"
        let record = try #require(
            try store.findOrCreate([KeyDraft(identity: KeyIdentity(nasty, nasty))]).first
        )
        try store.addSignalling([
            Signalling(keyID: record.keyID, system: "identity", method: "aes-128", keyURI: nasty, tree: "/")
        ])
        let line = try text(JSONLinesExporter.format(), of: ContentID(nasty))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        for field in ["content_id", "track", "key_uri"] {
            #expect((object?[field] as? String).map { Array($0.utf8) } == Array(nasty.utf8), "\(field)")
        }
        #expect(!line.dropLast().contains("\n"))
    }

    @Test func `Only the title asked for is exported`() throws {
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("other"))])
        #expect(try text(JSONLinesExporter.format()).split(separator: "\n").count == 2)
        #expect(try text(JSONLinesExporter.format(), of: ContentID("other")).contains("mövie") == false)
        #expect(try text(JSONLinesExporter.format(), of: ContentID("none")).isEmpty)
    }

    @Test func `A key file holds the key, or the key and the vector`() throws {
        let keys = try store.exportableKeys(of: nil)
        let short = try KeyFileExporter.format.export(keys).withSpan { Hexadecimal.encode($0) }
        #expect(short == "000102030405060708090a0b0c0d0e0f")
        var settings = ExportSettings()
        settings.includesIV = true
        let long = try KeyFileExporter.format.export(keys, settings).withSpan { Hexadecimal.encode($0) }
        #expect(long == short + "000000000000000000000000000000ab")
    }

    @Test(arguments: [0, 2])
    func `A key file of no or several keys is refused`(count: Int) throws {
        let key = try #require(try store.exportableKeys(of: nil).first)
        let error = #expect(throws: RunFailure.self) {
            _ = try KeyFileExporter.format.export(Array(repeating: key, count: count))
        }
        #expect(error?.failureClass == .malformed)
    }
}
