import Failures
import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import Synchronization
import Testing

@testable import Presentations

/// The database file of the key store is overwritten while media are encrypted.
struct LostKeyTests {
    private let fixture: RunFixture

    init() throws {
        fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts"])],
            media: ["a.ts": 100_000]
        )
    }

    /// Overwrites the second half of the file, which has the keys, as a faulty disk or another program may.
    private static func overwrite(_ path: String) {
        guard let file = FileHandle(forUpdatingAtPath: path), let length = try? file.seekToEnd() else {
            return
        }
        try? file.seek(toOffset: length / 2)
        try? file.write(contentsOf: Data(repeating: 0xA5, count: Int(length - length / 2)))
        try? file.close()
    }

    @Test(arguments: [true, false])
    func nothingIsPublishedUnderAKeyThatIsLost(isAtTheEnd: Bool) throws {
        let path = fixture.keys.directory.path + "/keys.sqlite"
        let progress =
            isAtTheEnd
            ? HookedProgress(onEnd: { Self.overwrite(path) })
            : HookedProgress(onBegin: { Self.overwrite(path) })
        let error = #expect(throws: RunFailure.self) {
            try fixture.run(fixture.request(), progress: progress)
        }
        #expect(error?.failureClass == .missing)
        #expect(try fixture.directory.names() == ["in"])
    }

    /// An equal result exists already, and its key is lost meanwhile.
    @Test func anEqualResultIsNoSuccessWithoutItsKey() throws {
        try fixture.run(fixture.request())
        let path = fixture.keys.directory.path + "/keys.sqlite"
        let error = #expect(throws: RunFailure.self) {
            try fixture.run(fixture.request(), progress: HookedProgress(onEnd: { Self.overwrite(path) }))
        }
        #expect(error?.failureClass == .missing)
    }

    @Test func `The keys of a title are compared in one reading`() throws {
        let readings = Mutex(0)
        let store = HookedKeyStore(
            fixture.keys.store,
            beforeReread: { readings.withLock { $0 += 1 } }
        )
        let records = try store.findOrCreate(
            (0..<1000).map { KeyDraft(identity: try KeyIdentity("movie", "all", $0)) }
        )
        try store.requireStored(records)
        #expect(readings.withLock(\.self) == 1)
    }
}
