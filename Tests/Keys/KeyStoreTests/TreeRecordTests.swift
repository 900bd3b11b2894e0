import Failures
import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// Records of what was published for titles.
struct TreeRecordTests {
    private func record(_ title: String, _ tree: String, _ number: UInt8) throws -> TreeRecord {
        try TreeRecord(
            contentID: ContentID(title),
            tree: tree,
            digest: [UInt8](repeating: number, count: 32),
            encryptedListing: [0, number, 0xFF],
            recordedAt: Date(timeIntervalSince1970: 1_800_000_000)
        )
    }

    /// Returns the trees of a title and their numbers, the newest first.
    private func known(_ title: String, _ store: any KeyRecordStore) throws -> [String] {
        var found: [String] = []
        var row: Int64?
        while let record = try store.publishedTree(of: ContentID(title), before: row) {
            row = record.row
            #expect(record.encryptedListing == [0, record.digest[0], 0xFF])
            #expect(record.recordedAt == Date(timeIntervalSince1970: 1_800_000_000))
            found.append("\(record.tree) \(record.digest[0])")
        }
        return found
    }

    @Test(arguments: StoreBackend.allCases)
    func `A row is added where the newest one of its place says something else`(backend: StoreBackend) throws
    {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        #expect(try known("a", store) == [])
        for (title, tree, number) in [
            ("a", "/out", 1), ("a", "/out", 1), ("a", "/copy", 1), ("a", "/out", 2), ("b", "/out", 1),
            ("a", "/copy", 1), ("a", "/out", 1),
        ] as [(String, String, UInt8)] {
            try store.record(record(title, tree, number))
        }
        #expect(try known("a", store) == ["/out 1", "/out 2", "/copy 1", "/out 1"])
        #expect(try known("b", store) == ["/out 1"])
    }

    @Test(arguments: StoreBackend.allCases)
    func `A tree is noted with the uses of its keys, or, like them, not`(backend: StoreBackend) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        let keyID = try #require(
            try store.findOrCreate([KeyDraft(identity: KeyIdentity("a"))]).first?.keyID
        )
        func use(_ byte: UInt8) throws -> MediaUse {
            try MediaUse(
                keyID: keyID,
                rendition: "video",
                method: "aes-128",
                digest: [UInt8](repeating: byte, count: 32)
            )
        }
        try store.recordUses([use(1)], reuse: .none, of: nil, publishing: record("a", "/out", 1))
        #expect(throws: RunFailure.self) {
            try store.recordUses([use(2)], reuse: .none, of: nil, publishing: record("a", "/out", 2))
        }
        #expect(try known("a", store) == ["/out 1"])
    }
}
