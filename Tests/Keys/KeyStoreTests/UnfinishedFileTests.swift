import Foundation
import Glibc
import KeyEncryption
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// Leftovers of the creation of a store that was killed.
struct UnfinishedFileTests {
    private let fixture: StoreFixture
    private let folder: String

    init() throws {
        fixture = try StoreFixture()
        folder = fixture.directory + "/stores"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func make(_ name: String) throws -> String {
        let path = folder + "/" + name
        try Data("half a store".utf8).write(to: URL(filePath: path))
        return path
    }

    private func createStore() throws {
        _ = try SQLiteKeyStore.create(at: folder + "/keys.sqlite", kek: .random())
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `The next one removes it, with its journal, and nothing else`() throws {
        _ = try make(".fairlead-new-1a2b")
        _ = try make(".fairlead-new-1a2b-journal")
        _ = try make("keys.sqlite.new-2026")
        try createStore()
        #expect(try names() == ["keys.sqlite", "keys.sqlite.new-2026"])
    }

    @Test func `One that somebody is at is left to them`() throws {
        let path = try make(".fairlead-new-1a2b")
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try createStore()
        #expect(try names() == [".fairlead-new-1a2b", "keys.sqlite"])
    }

    /// After a kill between the last two steps, the store has both names.
    @Test func `A name too many of a store that is whole goes`() throws {
        let kek = KeyEncryptionKey.random()
        let path = folder + "/keys.sqlite"
        _ = try SQLiteKeyStore.create(at: path, kek: kek)
        #expect(unsafe link(path, folder + "/.fairlead-new-1a2b") == 0)
        _ = try SQLiteKeyStore.create(at: path, kek: kek)
        #expect(try names() == ["keys.sqlite"])
    }
}
