import Ciphers
import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import ProtectionTerms
import Testing

@testable import KeyRecordFormats

/// A file that the store would refuse in part is refused before any of it is stored, also by a rehearsal.
struct AllOrNoneTests {
    private let fixture: StoreFixture
    private let store: SQLKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
    }

    private static func line(_ number: Int, _ fields: String) -> String {
        let id = "00000000-0000-4000-8000-00000000000\(number)"
        return """
            {"content_id":"movie-42","track":"t\(number)","key_id":"\(id)","key":"a9b9033df0b9ca5447839e3d0748170\(number)",\(fields)}

            """
    }

    private static func signalled(_ number: Int, _ uri: String, _ more: String = "") -> String {
        line(number, "\"key_uri\":\"\(uri)\",\"method\":\"sample-aes\"" + more)
    }

    static let refused = [
        ("two keys of a URI", signalled(1, "skd://x") + signalled(2, "skd://x"), "another key of the file"),
        ("a control character in a URI", signalled(1, "skd://x") + signalled(2, "skd://y\\u0001"), "key URI"),
        (
            "a control character in a template",
            signalled(1, "skd://x") + signalled(2, "skd://y", ",\"template\":\"a\\u0001\""), "template"
        ),
        (
            "a URI that is too long",
            signalled(1, "skd://x") + signalled(2, "skd://" + String(repeating: "y", count: 70_000)),
            "key URI"
        ),
    ]

    @Test(arguments: refused.indices) func `Nothing is stored`(index: Int) throws {
        let (_, text, part) = Self.refused[index]
        let read = try SampleKeys.read(text, as: "jsonl")
        for attempt in [{ _ = try read.preview(in: store) }, { _ = try read.store(in: store) }] {
            let error = #expect(throws: RunFailure.self) { try attempt() }
            #expect(error?.failureClass == .malformed)
            #expect(error?.description.contains(part) == true, "\(String(describing: error))")
            #expect(try store.allRecords().isEmpty)
        }
    }

    /// A generation has keys of one length, in the store and in the file.
    @Test(arguments: [false, true]) func `Keys of two lengths are refused`(isFirstStored: Bool) throws {
        let short = Self.line(1, "\"iv\":\"\(SampleKeys.iv)\"")
        let long = Self.line(2, "\"iv\":\"\(SampleKeys.iv)\"")
            .replacing("\"key\":\"", with: "\"key\":\"0f1e2d3c4b5a69788796a5b4c3d2e1f0")
        let first = try SampleKeys.read(short, as: "jsonl")
        if isFirstStored { _ = try first.store(in: store) }
        let stored = try store.allRecords().map(\.identity)
        let read = try SampleKeys.read(isFirstStored ? long : short + long, as: "jsonl")
        let error = RunFailure.mixedKeyLengths(
            try KeyIdentity("movie-42", "t2"),
            count: 32,
            otherIdentity: try KeyIdentity("movie-42", "t1"),
            otherCount: 16
        )
        #expect(throws: error) { _ = try read.preview(in: store) }
        #expect(throws: error) { _ = try read.store(in: store) }
        #expect(try store.allRecords().map(\.identity) == stored)
        #expect("\(error)".contains("--generation"))
        var settings = ImportSettings()
        settings.generation = 2
        let next = try SampleKeys.read(long, as: "jsonl", settings)
        #expect(try next.preview(in: store).newCount == 1)
        #expect(try next.store(in: store).records.map(\.key.length) == [.bits256])
    }

    @Test func `Lines of playlists are looked at, too`() throws {
        let read = try SampleKeys.read(Self.line(1, "\"iv\":\"\(SampleKeys.iv)\""), as: "jsonl")
        func keyImport(_ line: String) -> KeyImport {
            let lines = SuppliedLines(systemID: SampleKeys.otherID, media: [line], session: [])
            return KeyImport(
                keys: read.keys.map {
                    ImportedKey(
                        draft: $0.draft,
                        signalling: $0.signalling,
                        terms: $0.terms,
                        state: $0.state,
                        lines: [lines]
                    )
                },
                warnings: []
            )
        }
        #expect(throws: RunFailure.self) { _ = try keyImport("#EXT-X-KEY\n").store(in: store) }
        #expect(try store.allRecords().isEmpty)
        _ = try keyImport("#EXT-X-KEY:METHOD=NONE").store(in: store)
        _ = try keyImport("#EXT-X-KEY:METHOD=NONE").store(in: store)
        let otherImport = keyImport("#EXT-X-KEY:METHOD=AES-128")
        let contradiction = RunFailure.contradiction(
            read.keys[0].draft.identity,
            field: "playlist lines of the key server"
        )
        #expect(throws: contradiction) { _ = try otherImport.preview(in: store) }
    }

    @Test func `An empty URI is none`() throws {
        let read = try SampleKeys.read(Self.signalled(1, ""), as: "jsonl")
        #expect(read.keys.map(\.signalling.count) == [0])
        let keys = try SampleKeys.text("cpix-2.3", [SampleKeys.key(signalling: [])])
        #expect(try SampleKeys.read(keys, as: nil).keys.map(\.signalling.count) == [0])
    }

    /// A tombstone with its key, as a store exports it for license servers that knew the key.
    @Test func `A key that is revoked in the file is imported again and again`() throws {
        let read = try SampleKeys.read(Self.signalled(1, "skd://x", ",\"state\":\"revoked\""), as: "jsonl")
        for newCount in [1, 0, 0] {
            #expect(try read.preview(in: store).newCount == newCount)
            let result = try read.store(in: store)
            #expect(result.newCount == newCount)
            #expect(result.records.count == 1)
            #expect(try store.state(of: result.records[0].keyID) == .revoked)
        }
        #expect(try store.exportableKeys(of: nil).map(\.signalling.count) == [1])
    }

    @Test func `What is given for one key is refused with several`() throws {
        let several = """
            {"skd://a":{"content-key":"a9b9033df0b9ca5447839e3d07481701"},
            "skd://b":{"content-key":"a9b9033df0b9ca5447839e3d07481702"}}
            """
        let one = """
            {"skd://a":{"content-key":"a9b9033df0b9ca5447839e3d07481701"},
            "movie":{"content-key":"a9b9033df0b9ca5447839e3d07481701"}}
            """
        var settings = ImportSettings()
        settings.contentID = try ContentID("movie-42")
        settings.track = "all"
        settings.iv = InitializationVector(hexadecimal: SampleKeys.iv)
        let error = #expect(throws: RunFailure.self) {
            _ = try SampleKeys.read(several, as: "fps-sdk", settings)
        }
        #expect(error?.failureClass == .usage)
        #expect(try SampleKeys.read(one, as: "fps-sdk", settings).keys.map(\.draft.iv) == [settings.iv])
    }

    @Test func `A rehearsal names the keys that the import stores`() throws {
        let tombstone = Self.line(1, "\"state\":\"revoked\"").replacing(
            #""key":"a9b9033df0b9ca5447839e3d07481701","#,
            with: ""
        )
        let read = try SampleKeys.read(tombstone + Self.signalled(2, "skd://x"), as: "jsonl")
        for _ in 0..<2 {
            let rehearsal = try read.preview(in: store)
            let stored = try read.store(in: store)
            #expect(rehearsal.keys.map(\.keyID) == stored.records.map(\.keyID))
            #expect(rehearsal.keys.map(\.identity) == stored.records.map(\.identity))
            #expect(stored.records.map(\.identity.track) == ["t2"])
        }
    }
}
