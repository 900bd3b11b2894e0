import Failures
import Foundation
import KeyStoreFixtures
import StoreFiles
import Testing

@testable import KeyStore

/// File systems on which a SQLite store is refused, found in mount tables of the form of proc(5).
struct NetworkFileSystemTests {
    private static let table = #"""
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        23 22 0:21 / /proc rw,nosuid shared:12 - proc proc rw
        30 22 0:40 / /mnt/nfs rw,relatime shared:3 master:7 - nfs4 filer:/export rw,vers=4.2
        31 30 254:2 / /mnt/nfs/local rw - xfs /dev/vdb rw
        32 22 0:41 / /mnt/two\040words rw - cifs //filer/share rw
        33 22 0:42 / /mnt/a\134b\011c rw - fuse.sshfs user@host: rw
        34 22 0:43 / /var/lib/docker rw - overlay overlay rw,lowerdir=/a
        35 22 0:44 / /mnt/over rw - 9p share rw
        36 22 0:45 / /mnt/over rw - tmpfs tmpfs rw
        37 22 0:46 / /mnt/under rw - tmpfs tmpfs rw
        38 22 0:47 / /mnt/under rw propagate_from:2 - lustre mgs@tcp:/fs rw
        39 22 0:48 / /mnt/fuse rw - fuse.ntfs /dev/vdc rw
        a line of another form
        40 22 0:49 / /mnt/short rw -
        """#

    @Test(arguments: [
        ("/srv/keys", nil), ("/", nil), ("/mnt/nfs", "nfs4"), ("/mnt/nfs/a/keys", "nfs4"),
        ("/mnt/nfsx/keys", nil), ("/mnt/nfs/local/keys", nil), ("/mnt/two words/keys", "cifs"),
        ("/mnt/two\\040words/keys", nil), ("/mnt/a\\b\tc/keys", "fuse.sshfs"), ("/var/lib/docker/keys", nil),
        ("/mnt/over/keys", nil), ("/mnt/under/keys", "lustre"), ("/mnt/fuse/keys", nil), ("/mnt/short", nil),
        // In Swift a slash and a combining accent are one character.
        ("/mnt/nfs/\u{301}keys", "nfs4"),
    ])
    func `The deepest mount counts, of several the newest`(path: String, type: String?) {
        #expect(MountTable(parsing: Self.table).networkFileSystem(over: path) == type)
    }

    @Test func `The table of this machine is read, and its root is found`() {
        let mounts = MountTable.current().mounts
        #expect(mounts.contains { $0.point == "/" })
        #expect(mounts.allSatisfy { $0.point.hasPrefix("/") && !$0.type.isEmpty })
    }

    @Test func `Stores there are neither made nor opened, links and missing directories included`() throws {
        let fixture = try StoreFixture()
        _ = try fixture.create()
        let real = NetworkFileSystem.resolved(fixture.directory)
        let mounts = MountTable(parsing: "30 22 0:40 / \(real) rw - nfs filer:/export rw")
        let link = fixture.directory + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.directory)
        defer { try? FileManager.default.removeItem(atPath: link) }
        for path in [fixture.path, link + "/data/keys.sqlite"] {
            let error = RunFailure.networkFileSystem(path: path, type: "nfs")
            for readOnly in [true, false] {
                #expect(throws: error) {
                    try SQLiteDatabase(opening: path, readOnly: readOnly, mounts: mounts)
                }
            }
        }
        for path in [fixture.directory + "/no/such/keys", link + "/keys"] {
            let error = RunFailure.networkFileSystem(path: path, type: "nfs")
            #expect(throws: error) { try SQLiteDatabase.create(at: path, mounts: mounts) { _ in } }
        }
        #expect(try fixture.contents().keys.sorted() == ["data", "data/keys.sqlite"])
        #expect(RunFailure.networkFileSystem(path: "/a", type: "nfs").description.contains("local disk"))
    }

    @Test(arguments: [
        ("/", "/"), ("/no-such/a/b", "/no-such/a/b"), ("/usr/../no-such/a", "/no-such/a"), ("/usr//", "/usr"),
    ])
    func `Paths are resolved as far as they exist`(path: String, resolved: String) {
        #expect(NetworkFileSystem.resolved(path) == resolved)
    }

    @Test func `Relative paths start at the working directory`() {
        let directory = FileManager.default.currentDirectoryPath
        #expect(NetworkFileSystem.resolved("no-such/keys") == directory + "/no-such/keys")
        #expect(NetworkFileSystem.resolved("no-such") == directory + "/no-such")
    }
}
