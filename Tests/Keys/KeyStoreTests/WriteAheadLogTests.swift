import Failures
import Foundation
import Glibc
import KeyStoreFixtures
import StoreFiles
import Testing

@testable import KeyStore

/// The files that SQLite keeps beside a store.
struct WriteAheadLogTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: fixture.directory + "/data").sorted()
    }

    private func mint(_ title: String, in store: SQLKeyStore) throws {
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity(title))])
    }

    @Test func `They have the mode of the store, and go when it is closed`() throws {
        let store = try fixture.create()
        try mint("movie", in: store)
        #expect(try names() == ["keys.sqlite", "keys.sqlite-shm", "keys.sqlite-wal"])
        for name in try names() {
            var status = stat()
            #expect(unsafe stat(fixture.directory + "/data/" + name, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o600, "\(name)")
        }
        try store.close()
        #expect(try names() == ["keys.sqlite"])
    }

    /// A reader that stays is the last to close, and cannot empty the log.
    @Test func `The file has everything when the last writer is gone`() throws {
        let writer = try fixture.create()
        try mint("first", in: writer)
        let reader = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        #expect(try reader.allRecords().count == 1)
        try mint("second", in: writer)
        try writer.close()
        let copy = fixture.directory + "/copy"
        try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
        #expect(try SQLiteKeyStore.open(at: copy, kek: fixture.kek).allRecords().count == 2)
        #expect(try reader.allRecords().count == 2)
    }

    @Test func `Reading only creates no file, and sees what others write meanwhile`() throws {
        try mint("first", in: fixture.create())
        #expect(try names() == ["keys.sqlite"])
        let reader = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        #expect(try reader.allRecords().count == 1)
        #expect(try names() == ["keys.sqlite"])
        for count in 2...4 {
            // Each writer makes a log, and removes it.
            let writer = try fixture.open()
            try mint("\(count)", in: writer)
            if count != 3 { #expect(try reader.allRecords().count == count) }
            try writer.close()
            #expect(try reader.allRecords().count == count)
        }
    }

    @Test func `A store with a symbolic link is one store`() throws {
        let store = try fixture.create()
        let link = fixture.directory + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
        try mint("first", in: SQLiteKeyStore.open(at: link, kek: fixture.kek))
        try mint("second", in: store)
        #expect(try SQLiteKeyStore.openReadOnly(at: link, kek: fixture.kek).allRecords().count == 2)
    }

    @Test(arguments: [true, false])
    func `A store with two names is refused`(readOnly: Bool) throws {
        try mint("movie", in: fixture.create())
        #expect(unsafe link(fixture.path, fixture.directory + "/other") == 0)
        let error = #expect(throws: RunFailure.self) {
            try SQLiteKeyStore.open(at: fixture.path, kek: fixture.kek, readOnly: readOnly)
        }
        #expect(error == .severalNames(path: fixture.path, reason: "2 hard links"))
        #expect(error?.failureClass == .usage)
        try FileManager.default.removeItem(atPath: fixture.directory + "/other")
        #expect(try fixture.open().allRecords().count == 1)
    }

    /// The process was killed between its two steps.
    @Test func `The name that a killed process left at the publication of a store is removed`() throws {
        try mint("movie", in: fixture.create())
        #expect(unsafe link(fixture.path, fixture.directory + "/data/.fairlead-new-1a2b") == 0)
        // Reading does not mind it.
        let reader = try SQLiteKeyStore.openReadOnly(at: fixture.path, kek: fixture.kek)
        #expect(try reader.allRecords().count == 1)
        try reader.close()
        #expect(try fixture.open().allRecords().count == 1)
        #expect(try names() == ["keys.sqlite"])
    }

    @Test func `A file that is mounted by itself is refused`() throws {
        try mint("movie", in: fixture.create())
        let path = NetworkFileSystem.resolved(fixture.path)
        let mounts = MountTable(parsing: "36 35 98:0 / \(path) rw - ext4 /dev/root rw\n")
        let error = #expect(throws: RunFailure.self) {
            try SQLiteDatabase(opening: fixture.path, readOnly: false, mounts: mounts)
        }
        #expect(error == .severalNames(path: fixture.path, reason: "it is mounted by itself"))
    }

    /// SQLite would take the commits in it for those of the new store.
    @Test(arguments: ["-wal", "-journal"])
    func `No store is made where a log is left of another one`(suffix: String) throws {
        try FileManager.default.createDirectory(
            atPath: fixture.directory + "/data",
            withIntermediateDirectories: true
        )
        try Data([1]).write(to: URL(filePath: fixture.path + suffix))
        let error = #expect(throws: RunFailure.self) { try fixture.create() }
        #expect(error == .leftoverLog(path: fixture.path + suffix))
        #expect(try names() == ["keys.sqlite" + suffix])
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func `A file that is removed in use is noticed before anything is written`(suffix: String) throws {
        let store = try fixture.create()
        try mint("first", in: store)
        try FileManager.default.removeItem(atPath: fixture.path + suffix)
        let error = #expect(throws: RunFailure.self) { try mint("second", in: store) }
        #expect(error == .storeReplaced(path: fixture.path + suffix))
    }
}
