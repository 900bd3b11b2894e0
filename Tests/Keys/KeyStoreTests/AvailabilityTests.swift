import Failures
import Foundation
import GRDB
import KeyEncryption
import KeyStoreFixtures
import StoreFiles
import Testing

@testable import KeyStore

/// Files, modes, locks and full disks.
struct AvailabilityTests {
    let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    @Test func `A new store is its owner's alone, and leaves nothing else behind`() throws {
        _ = try fixture.create()
        #expect(try fixture.mode(fixture.path) == 0o600)
        #expect(try fixture.mode(fixture.directory + "/data") == 0o700)
        #expect(try fixture.contents().keys.sorted() == ["data", "data/keys.sqlite"])
    }

    /// A change of the file of an open store.
    enum Displacement: CaseIterable { case moved, removed, replacedByCopy }

    /// A key written to a file that no one opens again would be lost.
    @Test(arguments: Displacement.allCases)
    func `A store that is not at its place any more is refused`(displacement: Displacement) throws {
        let store = try fixture.create()
        let record = try #require(try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        let otherPath = fixture.path + ".other"
        switch displacement {
        case .moved: try FileManager.default.moveItem(atPath: fixture.path, toPath: otherPath)
        case .removed: try FileManager.default.removeItem(atPath: fixture.path)
        case .replacedByCopy:
            try FileManager.default.copyItem(atPath: fixture.path, toPath: otherPath)
            #expect(unsafe rename(otherPath, fixture.path) == 0)
        }
        let error = RunFailure.storeReplaced(path: fixture.path)
        #expect(throws: error) { try store.requireUsable([record]) }
        #expect(throws: error) { try store.findOrCreate([KeyDraft(identity: KeyIdentity("other"))]) }
        #expect(error.failureClass == .missing)
    }

    @Test func `Making a store twice keeps the first`() throws {
        let first = try fixture.create()
        let record = try #require(try first.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first)
        let second = try fixture.create()
        #expect(try second.record(record.identity)?.fingerprint == record.fingerprint)
        #expect(throws: RunFailure.self) { try SQLiteKeyStore.create(at: fixture.path, kek: .random()) }
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o622, 0o610])
    func `A store that others may touch is refused`(mode: Int) throws {
        _ = try fixture.create()
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.path)
        for readOnly in [false, true] {
            let error = #expect(throws: RunFailure.self) {
                try SQLiteKeyStore.open(at: fixture.path, kek: fixture.kek, readOnly: readOnly)
            }
            #expect(error?.failureClass == .permission)
        }
        let error = #expect(throws: RunFailure.self) { try fixture.create() }
        #expect(error?.failureClass == .permission)
    }

    @Test func `Reading only changes no file`() throws {
        let record = try #require(
            try fixture.create().findOrCreate([KeyDraft(identity: KeyIdentity("movie"))]).first
        )
        let before = try fixture.contents()
        let store = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        #expect(try store.allRecords().map(\.fingerprint) == [record.fingerprint])
        #expect(throws: RunFailure.self) {
            try store.findOrCreate([KeyDraft(identity: KeyIdentity("other"))])
        }
        #expect(try fixture.contents() == before)
    }

    @Test func `A store that stays locked is worth another try`() throws {
        _ = try fixture.create()
        var unsafeTransactions = Configuration()
        unsafeTransactions.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: fixture.path, configuration: unsafeTransactions)
        let identity = try KeyIdentity("movie")
        let store = try SQLiteKeyStore.open(
            at: fixture.path,
            kek: fixture.kek,
            readOnly: false,
            busyTimeout: .milliseconds(200)
        )
        try holder.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let error = #expect(throws: RunFailure.self) {
            try store.findOrCreate([KeyDraft(identity: identity)])
        }
        #expect(error?.failureClass == .unavailable)
        // Reading does not wait for who writes.
        #expect(try store.allRecords().isEmpty)
        #expect(try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek).allRecords().isEmpty)
        try holder.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(try store.findOrCreate([KeyDraft(identity: identity)]).count == 1)
    }

    @Test func `A full disk is said, and no key is half there`() throws {
        let store = try fixture.create()
        try fixture.queue(of: store).inDatabase { connection in
            let pageCount = try connection.makeStatement(sql: "PRAGMA max_page_count = 1")
            try pageCount.execute()
        }
        let drafts = try (0..<500).map { KeyDraft(identity: try KeyIdentity("movie \($0)")) }
        let error = #expect(throws: RunFailure.self) { try store.findOrCreate(drafts) }
        #expect(error?.failureClass == .writeFailed)
        #expect(try fixture.open().allRecords().isEmpty)
    }

    /// A process that ends in the middle leaves no file with a key in it, however it ends.
    @Test func `A private file has no name before it is whole`() throws {
        let path = fixture.directory + "/secret"
        let before = try FileManager.default.contentsOfDirectory(atPath: fixture.directory).sorted()
        try PrivateFile.create(at: path) { write in
            try write([1, 2, 3].span)
            #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory).sorted() == before)
        }
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        #expect(try fixture.mode(path) == 0o600)
        #expect(throws: RunFailure.alreadyExists(path: path)) {
            try PrivateFile.create(at: path, contents: [4].span)
        }
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    }

    @Test func `Whoever makes a store second is told so`() throws {
        let path = fixture.directory + "/raced.sqlite"
        let isFirst = try SQLiteDatabase.create(at: path) { (session) throws(RunFailure) in
            _ = try SQLiteKeyStore.create(at: path, kek: fixture.kek)
            try SQLKeyStore.initialize(session, kek: .random(), kind: .test, role: nil)
        }
        #expect(!isFirst)
        #expect(try SQLiteKeyStore.open(at: path, kek: fixture.kek).kind == .production)
    }
}
