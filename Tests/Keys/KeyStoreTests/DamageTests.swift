import Failures
import Foundation
import KeyStoreFixtures
import StoreFiles
import Testing

@testable import KeyStore

/// Stores that are missing, damaged, or of another application.
struct DamageTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
        let store = try fixture.create()
        // The keys fill several pages, so that a page in the middle can be damaged.
        _ = try store.findOrCreate((0..<200).map { KeyDraft(identity: try KeyIdentity("movie \($0)")) })
        try store.close()
    }

    enum Damage: String, CaseIterable {
        case garbage, garbageHeader, empty, truncated, oneByteLess, zeroedPage, otherApplication,
            missingTable, noSchema
    }

    @Test(arguments: Damage.allCases, [false, true])
    func `A damaged store is refused`(damage: Damage, readOnly: Bool) throws {
        try apply(damage)
        let before = try fixture.contents()
        let error = #expect(throws: RunFailure.self) {
            try SQLiteKeyStore.open(at: fixture.path, kek: fixture.kek, readOnly: readOnly).allRecords()
        }
        #expect(error?.kind == .corrupted && error?.location == fixture.path, "\(damage)")
        #expect(error?.failureClass == .missing)
        #expect(error?.description.contains("Restore a backup") == true)
        #expect(try fixture.contents() == before)
        #expect(throws: RunFailure.self) { try fixture.create() }
    }

    /// Findings in the wording of SQLite 3.40 (btree.c).
    @Test(arguments: [
        (
            "Tree 4 page 4: unable to get the page. error code=7",
            RunFailure.shortage(.memory, errorNumber: ENOMEM, path: "store")
        ),
        (
            "*** in database main ***\nPage 9: unable to get the page. error code=3082",
            .shortage(.memory, errorNumber: ENOMEM, path: "store")
        ),
        (
            "Tree 4 page 4 cell 0: failed to get page 12",
            .storeUnavailable(
                path: "store",
                reason: "SQLite cannot read all of its pages (Tree 4 page 4 cell 0: failed to get page 12)"
            )
        ),
        (
            "Tree 4 page 4: btreeInitPage() returns error code 11",
            .corrupted(path: "store", reason: "its pages are inconsistent")
        ),
        ("Page 9: never used", .corrupted(path: "store", reason: "its pages are inconsistent")),
        ("", .corrupted(path: "store", reason: "its pages are inconsistent")),
    ])
    func `A page that could not be read for lack of memory is no damage`(
        finding: String,
        expected: RunFailure
    ) {
        #expect(SQLiteDatabase.failure(finding: finding, "store") == expected)
    }

    @Test func `A value of another kind does not end the process`() throws {
        try fixture.dropTriggers()
        try fixture.sqlite3(
            """
            CREATE TABLE other AS SELECT content_id, track, NULL AS period, generation, key_id, sealed, created_at
            FROM content_keys; PRAGMA foreign_keys = 0; DROP TABLE content_keys;
            ALTER TABLE other RENAME TO content_keys;
            """
        )
        let error = #expect(throws: RunFailure.self) { try fixture.open().allRecords() }
        #expect(error?.failureClass == .missing)
    }

    @Test func `A store that is not there is not made by opening it`() throws {
        let path = fixture.directory + "/none/keys.sqlite"
        for readOnly in [false, true] {
            #expect(throws: RunFailure.storeNotFound(path: path)) {
                try SQLiteKeyStore.open(at: path, kek: fixture.kek, readOnly: readOnly)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: fixture.directory + "/none"))
        #expect(throws: RunFailure.notAFile(path: fixture.directory)) {
            try SQLiteKeyStore.open(at: fixture.directory, kek: fixture.kek)
        }
    }

    private func apply(_ damage: Damage) throws {
        let file = URL(filePath: fixture.path)
        var bytes = try Data(contentsOf: file)
        switch damage {
        case .garbage: bytes = Data((0..<bytes.count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        case .garbageHeader: bytes.replaceSubrange(0..<16, with: Data(repeating: 0xAA, count: 16))
        case .empty: bytes = Data()
        case .truncated: bytes = bytes.prefix(bytes.count / 2)
        case .oneByteLess: bytes = bytes.dropLast()
        case .zeroedPage: bytes.replaceSubrange(bytes.count - 4096..<bytes.count, with: Data(count: 4096))
        case .otherApplication: return _ = try fixture.sqlite3("PRAGMA application_id = 1")
        case .missingTable: return _ = try fixture.sqlite3("DROP TABLE media_uses")
        case .noSchema: return _ = try fixture.sqlite3("DROP TABLE store")
        }
        // Writes in place, so that the mode stays.
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    @Test func `A pipe in the place of a store is refused at once`() throws {
        let path = fixture.directory + "/pipe"
        try #require(unsafe mkfifo(path, 0o600) == 0)
        for readOnly in [true, false] {
            #expect(throws: RunFailure.notAFile(path: path)) {
                try SQLiteKeyStore.open(at: path, kek: fixture.kek, readOnly: readOnly)
            }
        }
    }
}
