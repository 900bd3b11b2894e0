import Failures
import Foundation
import Glibc
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import Synchronization
import Testing

@testable import Presentations
@testable import Protection

/// A run that fails leaves no result, no stage and no directory that it created.
struct FailedRunTests {
    private let fixture: RunFixture

    init() throws {
        fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(["#EXTINF:6,", "a.ts", "#EXTINF:6,", "b.ts"])],
            media: ["a.ts": 1_000_000, "b.ts": 1_000_000]
        )
    }

    private func expectNothingLeft(keys: Int) throws {
        #expect(try fixture.directory.names() == ["in"])
        let records = try fixture.keys.store.allRecords()
        #expect(records.count == keys)
        for record in records { #expect(try fixture.keys.store.uses(of: record.keyID).isEmpty) }
    }

    private func request() throws -> ProtectionRequest { try fixture.request(output: "new/deep/out") }

    // MARK: Media that change

    @Test(arguments: [0, 1, 262_144, 999_999])
    func aFileThatShrinksIsAnError(size: Int) throws {
        let file = fixture.tree.root + "/b.ts"
        let progress = HookedProgress(onBegin: { _ = unsafe truncate(file, size) })
        #expect(throws: RunFailure.mediaFileChanged(file: TreePath("b.ts"))) {
            try fixture.run(request(), progress: progress)
        }
        try expectNothingLeft(keys: 1)
    }

    @Test func aFileThatGoesAwayIsAnError() throws {
        let file = fixture.tree.root + "/b.ts"
        let progress = HookedProgress(onBegin: { _ = unsafe unlink(file) })
        let failure = SystemCallError("open", path: file, code: ENOENT)
        #expect(throws: RunFailure.media(file: TreePath("b.ts"), .main(6), failure)) {
            try fixture.run(request(), progress: progress)
        }
        try expectNothingLeft(keys: 1)
    }

    // MARK: Cancellation

    @Test(arguments: [1, 2])
    func aCancelledRunLeavesNothing(jobs: Int) throws {
        let cancellation = Cancellation()
        var request = try request()
        request.jobs = jobs
        #expect(throws: RunFailure.interrupted) {
            try fixture.run(
                request,
                progress: HookedProgress(onAdvance: { cancellation.cancel() }),
                cancellation: cancellation
            )
        }
        try expectNothingLeft(keys: 1)
    }

    @Test func cancellationStopsWithinAPiece() throws {
        let cancellation = Cancellation()
        let pieces = Atomic<Int>(0)
        #expect(throws: RunFailure.interrupted) {
            try fixture.run(
                request(),
                progress: HookedProgress(onAdvance: {
                    pieces.add(1, ordering: .relaxed)
                    cancellation.cancel()
                }),
                cancellation: cancellation
            )
        }
        #expect(pieces.load(ordering: .relaxed) == 1)
    }

    @Test func aRunThatIsCancelledBeforeItBeginsMintsNothing() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: RunFailure.interrupted) {
            try fixture.run(request(), cancellation: cancellation)
        }
        try expectNothingLeft(keys: 0)
    }

    /// Cancellation after all media are written, before anything is published or recorded.
    @Test func aRunThatIsCancelledBeforePublicationLeavesNothing() throws {
        let cancellation = Cancellation()
        #expect(throws: RunFailure.interrupted) {
            try fixture.run(
                request(),
                progress: HookedProgress(onEnd: { cancellation.cancel() }),
                cancellation: cancellation
            )
        }
        try expectNothingLeft(keys: 1)
    }

    // MARK: Refusals

    @Test func nothingToEncryptMintsNothing() throws {
        var request = try request()
        request.policy = ProtectionPolicy(clearLead: .seconds(12))
        #expect(throws: RunFailure.nothingEncrypted(TreePath("main.m3u8"))) {
            try fixture.run(request)
        }
        try expectNothingLeft(keys: 0)
    }

    @Test func aRehearsalLeavesNothing() throws {
        let report = try ProtectionRun(request(), store: fixture.keys.store).dryRun()
        #expect(report.outcome == "dry-run")
        // 1,000,000 = 62,500 * 16, so one block of padding each.
        #expect(report.bytes == 2_000_032)
        try expectNothingLeft(keys: 0)
    }

    /// New keys cannot reproduce the existing result, so none is minted.
    @Test func aResultOfOtherKeysIsRefusedBeforeAnythingIsMinted() throws {
        try fixture.directory.write([1], to: "out/other")
        let output = fixture.directory.path + "/out"
        #expect(throws: RunFailure.resultOfOtherKeys(output: output)) {
            try fixture.run(fixture.request())
        }
        #expect(try fixture.directory.names() == ["in", "out"])
        #expect(try fixture.output() == ["other": [1]])
        #expect(try fixture.keys.store.allRecords().isEmpty)
    }

    @Test func aDifferentResultIsRefusedWithoutATrace() throws {
        try fixture.directory.write([1], to: "out/other")
        let output = fixture.directory.path + "/out"
        let identity = try KeyIdentity(contentID: request().keys.contentID, track: "all")
        let record = try #require(try fixture.keys.store.findOrCreate([KeyDraft(identity: identity)]).first)
        #expect(throws: RunFailure.differentResult(output: output, difference: "a.ts")) {
            try fixture.run(fixture.request())
        }
        #expect(try fixture.directory.names() == ["in", "out"])
        #expect(try fixture.output() == ["other": [1]])
        #expect(try fixture.keys.store.uses(of: record.keyID).isEmpty)
    }
}
