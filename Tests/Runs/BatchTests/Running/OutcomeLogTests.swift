import Failures
import KeyStore
import KeyStoreFixtures
import Testing

@testable import Batch
@testable import BatchReports

/// Failures in quick succession are recorded together, because each write of a key store waits for the disk.
struct OutcomeLogTests {
    private let fixture: StoreFixture
    private let store: SQLKeyStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
    }

    private func report(_ index: Int, _ state: TitleState = .failed) -> TitleReport {
        var report = TitleReport(
            index: index,
            line: index + 2,
            contentID: "t\(index)",
            state: state,
            input: TitleReport.Input(paths: ["a.mp4"], files: 0, bytes: 0)
        )
        report.status = 66
        report.error = "a.mp4: there is no such file."
        return report
    }

    /// Returns the indexes of the titles whose failure the store has recorded.
    private func noted(of count: Int) throws -> [Int] {
        try (0..<count).filter { try store.latestRun(of: ContentID("t\($0)"), at: nil) != nil }
    }

    @Test func `The first failure is noted at once, those behind it together`() throws {
        let log = OutcomeLog(store)
        for index in 0..<100 { log.record(report(index), output: "/out") }
        // A slow machine may take more than a second and write more than once.
        #expect(try noted(of: 100).first == 0)
        #expect(try noted(of: 100).count < 100)
        log.flush()
        #expect(try noted(of: 100) == Array(0..<100))
        let run = try #require(try store.latestRun(of: ContentID("t99"), at: nil))
        #expect(run.outcome == .failed(status: 66, message: "a.mp4: there is no such file."))
    }

    @Test func `What a store cannot take is kept until it can`() throws {
        let log = OutcomeLog(store)
        log.flush()
        // A table that refuses rows, as a full disk does.
        try fixture.sqlite3(
            "CREATE TRIGGER full BEFORE INSERT ON title_runs BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        log.record(report(0, .doesNotHold), output: "/out")
        #expect(throws: RunFailure.self) { try log.write() }
        try fixture.sqlite3("DROP TRIGGER full")
        try log.write()
        #expect(try noted(of: 1) == [0])
    }

    @Test func `Verifications are recorded, too`() throws {
        let log = OutcomeLog(store)
        let contentID = try ContentID("t0")
        let stamp = [UInt8](repeating: 7, count: Publication.digestByteCount)
        for path in ["/out/a", "/out/b"] {
            log.record(TitleVerification(contentID: contentID, output: path, outputStamp: stamp))
        }
        log.flush()
        let places = ["/out/a", "/out/b", "/out/c"].map { TitleLocation(contentID, at: $0) }
        let verifications = try store.histories(of: places).map(\.latestVerification)
        #expect(verifications.map { $0?.outputStamp } == [stamp, stamp, nil])
    }

    @Test func `A result that does not hold is noted at once, with those in front of it`() throws {
        let log = OutcomeLog(store)
        for index in 0..<3 { log.record(report(index), output: "/out") }
        log.record(report(3, .doesNotHold), output: "/out")
        #expect(try noted(of: 4) == [0, 1, 2, 3])
    }

    @Test func `A title without an id is left out`() throws {
        let log = OutcomeLog(store)
        var withoutID = report(0)
        withoutID.contentID = ""
        log.record(withoutID, output: "/out")
        log.record(report(1), output: "/out")
        log.flush()
        #expect(try noted(of: 2) == [1])
    }
}
