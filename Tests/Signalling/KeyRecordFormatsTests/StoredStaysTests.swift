import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyRecordFormats

/// Imports do not change stored values, and new values are stored exactly as the file has them.
struct StoredStaysTests {
    private let fixture: StoreFixture
    private let store: SQLKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
    }

    private static func line(_ id: String, _ fields: String) -> String {
        "{\"content_id\":\"movie-42\",\"track\":\"hd\",\"key_id\":\"\(id)\",\(fields)}\n"
    }

    private static let id = "00000000-0000-4000-8000-000000000001"
    private static let key = "\"key\":\"a9b9033df0b9ca5447839e3d07481701\""

    /// CPIX 2.4 carries only the HDCP level of a policy.
    @Test func `A format that cannot say all of a policy changes nothing of it`() throws {
        let key = try SampleKeys.key()
        _ = try SampleKeys.read(SampleKeys.text("jsonl", [key]), as: "jsonl").store(in: store)
        let keyID = key.record.keyID
        #expect(try store.policy(of: keyID)?.terms == SampleKeys.terms())
        let result = try SampleKeys.read(SampleKeys.text("cpix-2.4", [key]), as: nil).store(in: store)
        #expect(!result.warnings.contains { $0.contains("policy") })
        #expect(try store.policy(of: keyID)?.terms == SampleKeys.terms())
        #expect(try store.policy(of: keyID)?.version == 1)
    }

    @Test func `An older policy does not take the place of a newer one, and a warning says so`() throws {
        let key = try SampleKeys.key()
        let older = try SampleKeys.read(SampleKeys.text("jsonl", [key]), as: "jsonl")
        _ = try older.store(in: store)
        let newer = SampleKeys.terms(hdcp: "type-1", level: "main", lease: nil)
        try store.setPolicy(newer, of: [key.record.keyID])
        for warnings in [try older.preview(in: store).warnings, try older.store(in: store).warnings] {
            #expect(warnings.contains { $0.contains("a different policy, which is kept") })
        }
        #expect(try store.policy(of: key.record.keyID)?.terms == newer)
    }

    @Test func `Durations that no key server takes are refused`() throws {
        let key = try SampleKeys.key()
        _ = try SampleKeys.read(SampleKeys.text("jsonl", [key]), as: "jsonl").store(in: store)
        var terms = SampleKeys.terms()
        terms.leaseSeconds = 1 << 32
        let error = #expect(throws: RunFailure.self) { try store.setPolicy(terms, of: [key.record.keyID]) }
        #expect(error?.failureClass == .malformed)
        #expect(try store.policy(of: key.record.keyID)?.version == 1)
    }

    /// Fails in tables written after that of the keys, as a full disk would.
    @Test(arguments: ["signalling", "key_policies", "key_states"])
    func `An import that fails in the middle leaves nothing`(table: String) throws {
        try fixture.sqlite3(
            "CREATE TRIGGER full BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        let fields =
            "\"key_uri\":\"skd://x\",\"method\":\"sample-aes\",\"hdcp\":\"type-1\",\"state\":\"revoked\""
        let read = try SampleKeys.read(Self.line(Self.id, Self.key + "," + fields), as: "jsonl")
        #expect(throws: RunFailure.self) { _ = try read.store(in: store) }
        #expect(try store.allRecords().isEmpty)
        #expect(try fixture.sqlite3("SELECT count(*) FROM audit_log") == "1\n")
    }

    @Test func `A URI with more asset ids than a backup holds is refused`() throws {
        let ids = (0...1000).map { "{\"id\":\"id-\($0)\"}" }.joined(separator: ",")
        let fields = "\"key_uri\":\"skd://x\",\"method\":\"sample-aes\",\"asset_ids\":[\(ids)]"
        let read = try SampleKeys.read(Self.line(Self.id, Self.key + "," + fields), as: "jsonl")
        let error = #expect(throws: RunFailure.self) { _ = try read.preview(in: store) }
        #expect(error?.description.contains("1001") == true)
    }

    @Test func `A key with thousands of URIs is refused`() throws {
        let text = (0...1000).map { number in
            Self.line(Self.id, Self.key + ",\"key_uri\":\"skd://\(number)\",\"method\":\"sample-aes\"")
        }.joined()
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: "jsonl") }
        #expect(error?.description.contains("more than 1000 key URIs") == true)
    }

    // MARK: Texts that look alike: an accent as one scalar or as two

    private static let accents = ["\u{E9}", "e\u{301}"]

    @Test func `URIs that look alike are two`() throws {
        let text = Self.accents.map { accent in
            Self.line(Self.id, Self.key + ",\"key_uri\":\"skd://\(accent)\",\"method\":\"sample-aes\"")
        }.joined()
        _ = try SampleKeys.read(text, as: "jsonl").store(in: store)
        for accent in Self.accents { #expect(try store.keys(signalledAs: "skd://\(accent)").count == 1) }
        #expect(try store.exportableKeys(of: nil).map(\.signalling.count) == [2])
    }

    @Test func `Titles that look alike are two`() throws {
        let text = Self.accents.map {
            Self.line(Self.id, Self.key).replacing("movie-42", with: "movie-" + $0)
        }.joined()
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: "jsonl") }
        #expect(error?.description.contains("the content id differs") == true)
    }

    /// U+FFFE is not a character of XML 1.0 (section 2.2).
    @Test func `A title that XML cannot hold is no CPIX`() throws {
        let error = #expect(throws: RunFailure.self) {
            _ = try SampleKeys.text("cpix-2.3", [SampleKeys.key(title: "movie\u{FFFE}")])
        }
        #expect(error?.failureClass == .malformed)
        #expect(error?.description.contains("XML does not allow") == true)
    }

    // MARK: Settings by key

    @Test(arguments: [true, false])
    func `A setting for a key that is not there is refused`(isTrack: Bool) throws {
        let otherID = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000002"))
        var settings = ImportSettings()
        if isTrack { settings.tracks[otherID] = "uhd" } else { settings.keyURIs[otherID] = "skd://x" }
        let error = #expect(throws: RunFailure.self) {
            _ = try SampleKeys.read(Self.line(Self.id, Self.key), as: "jsonl", settings)
        }
        #expect(error?.description.contains(isTrack ? "--track" : "--key-uri") == true)
    }

    /// AES-128 with an https URI, also beside FairPlay with asset ids.
    @Test func `CSV has signalling without an asset id, too`() throws {
        let bare = Signalling(
            keyID: SampleKeys.keyID,
            system: "identity",
            method: "aes-128",
            keyURI: "https://keys.example.com/1",
            tree: "/tree"
        )
        for signalling in [[bare], [SampleKeys.fairPlay(), bare]] {
            let text = try SampleKeys.text("csv", [SampleKeys.key(signalling: signalling)])
            let read = try SampleKeys.read(text, as: "csv")
            #expect(
                read.keys.map { $0.signalling.map(\.keyURI).sorted() } == [signalling.map(\.keyURI).sorted()]
            )
            #expect(read.keys[0].signalling.contains { $0.method == "aes-128" })
        }
    }

    @Test func `A scheme that a file says is that of a URI that is given`() throws {
        let text = """
            {"one":{"content-key":"a9b9033df0b9ca5447839e3d07481701","encryption-scheme":"cbcs"}}
            """
        var settings = ImportSettings()
        settings.contentID = try ContentID("movie-42")
        settings.keyURI = "skd://one"
        let read = try SampleKeys.read(text, as: "fps-sdk", settings)
        #expect(read.keys.map { $0.signalling.map(\.scheme) } == [["cbcs"]])
    }

    @Test func `DRMtoday tells no two generations of a key apart`() throws {
        let keys = try [
            SampleKeys.key(), SampleKeys.key(generation: 2, id: UUID(), key: SampleKeys.iv),
        ]
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.text("drmtoday", keys) }
        #expect(error?.failureClass == .malformed)
    }
}
