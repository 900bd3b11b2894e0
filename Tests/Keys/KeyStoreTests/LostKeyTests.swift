import Ciphers
import Failures
import Foundation
import Glibc
import KeyStoreFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import KeyStore

/// Keys that were read, and are missing or changed when their media are about to be published.
struct LostKeyTests {
    /// A change of the rows by someone with access to the database.
    enum Change: CaseIterable {
        case deleted, overwritten, replaced, moved
    }

    @Test(arguments: StoreBackend.allCases, Change.allCases)
    func `Rows that are gone or others are noticed`(backend: StoreBackend, change: Change) throws {
        let (fixture, store) = try backend.makeStore()
        let records = try store.findOrCreate(
            (0..<3).map { KeyDraft(identity: try KeyIdentity("movie", "\($0)")) }
                + [KeyDraft(identity: try KeyIdentity("other"))]
        )
        try store.requireStored(records)
        try fixture.dropTriggers()
        let rowIdentity = WrappedKey.RowIdentity(
            storeID: store.storeID,
            identity: records[1].identity,
            keyID: records[1].keyID
        )
        let sealed = Hexadecimal.encode(
            try WrappedKey.wrap(.random(), records[1].iv, for: rowIdentity, kek: fixture.kek)
        )
        let isSQLite = backend == .sqlite
        switch change {
        case .deleted: try fixture.sql("DELETE FROM content_keys WHERE track = '1'")
        case .overwritten:
            let zeros = isSQLite ? "zeroblob(60)" : "decode(repeat('00', 60), 'hex')"
            try fixture.sql("UPDATE content_keys SET sealed = \(zeros) WHERE track = '1'")
        case .replaced:
            let bytes = isSQLite ? "x'\(sealed)'" : "'\\x\(sealed)'"
            try fixture.sql("UPDATE content_keys SET sealed = \(bytes) WHERE track = '1'")
        case .moved: try fixture.sql("UPDATE content_keys SET period = 7 WHERE track = '1'")
        }
        let error = #expect(throws: RunFailure.self) { try store.requireStored(records) }
        #expect(error?.failureClass == .missing)
        #expect(error?.description.contains("Restore a backup") == true)
        // Intact keys are not affected.
        try store.requireStored([records[3]])
    }

    /// A change of the file that bypasses SQLite, which then does not see that it changed.
    enum Damage: CaseIterable {
        case byteOfKey, zeroedPages, truncated, emptied, replacedByCopy, removed
    }

    @Test(arguments: Damage.allCases, [1, 3000])
    func `A file that is overwritten is noticed, whatever a connection remembers`(
        damage: Damage,
        keyCount: Int
    ) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let records = try store.findOrCreate(
            (0..<keyCount).map { KeyDraft(identity: try KeyIdentity("movie", "\($0)")) }
        )
        try store.requireStored(records)
        try fixture.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
        let offset = try offset(ofKey: records[keyCount / 2].keyID, in: fixture)
        let file = try FileHandle(forUpdating: URL(filePath: fixture.path))
        defer { try? file.close() }
        switch damage {
        case .byteOfKey:
            try file.seek(toOffset: offset)
            let byte = try #require(try file.read(upToCount: 1)?.first)
            try file.seek(toOffset: offset)
            try file.write(contentsOf: [byte ^ 1])
        case .zeroedPages:
            try file.seek(toOffset: offset / 4096 * 4096)
            try file.write(contentsOf: Data(count: 4096))
        case .truncated: try file.truncate(atOffset: offset / 4096 * 4096)
        case .emptied: try file.truncate(atOffset: 0)
        case .replacedByCopy:
            try FileManager.default.copyItem(atPath: fixture.path, toPath: fixture.path + ".copy")
            #expect(unsafe rename(fixture.path + ".copy", fixture.path) == 0)
        case .removed: try FileManager.default.removeItem(atPath: fixture.path)
        }
        let error = #expect(throws: RunFailure.self) { try store.requireStored(records) }
        #expect(error?.failureClass == .missing, "\(String(describing: error))")
    }

    /// The newest keys are in the write-ahead log only.
    @Test(arguments: [true, false])
    func `A write-ahead log that is emptied or removed is noticed`(isRemoved: Bool) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        let records = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])
        try store.requireStored(records)
        let log = fixture.path + "-wal"
        if isRemoved {
            try FileManager.default.removeItem(atPath: log)
        } else {
            #expect(unsafe truncate(log, 0) == 0)
        }
        let error = #expect(throws: RunFailure.self) { try store.requireStored(records) }
        #expect(error?.failureClass == .missing, "\(String(describing: error))")
    }

    /// Returns an offset in the middle of a wrapped key in the file.
    private func offset(ofKey keyID: UUID, in fixture: StoreFixture) throws -> UInt64 {
        let id = Hexadecimal.encode(keyID.bytes)
        let digits = try fixture.sqlite3("SELECT hex(sealed) FROM content_keys WHERE key_id = x'\(id)'")
            .dropLast()
        let sealed = try #require(Hexadecimal.decode(digits))
        let contents = try Data(contentsOf: URL(filePath: fixture.path))
        return UInt64(try #require(contents.range(of: Data(sealed))).lowerBound + 30)
    }
}
