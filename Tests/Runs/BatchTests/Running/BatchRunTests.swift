import Failures
import Foundation
import KeyStore
import KeyStoreFixtures
import KeyURITemplates
import Presentations
import Protection
import RepositoryFiles
import Synchronization
import Testing

@testable import Batch
@testable import BatchReports

/// Batch runs whose key server is out of reach for a while.
final class BatchRunTests {
    private let folder =
        FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        + "/batch-\(UUID().uuidString)"
    private let fixture: StoreFixture
    private let store: SQLKeyStore
    private let observer = RecordingObserver()
    private static let playlist = Repository.sampleMedia
        .appending(path: "packed-audio/index.m3u8").path

    private static let refusal = RunFailure.keyServer(
        server: "key server test",
        reason: "no",
        isTransient: false
    )

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.create()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func title(_ index: Int, _ supplier: FailingSupplier? = nil) throws -> BatchEntry {
        let id = try ContentID("t\(index)")
        let output = folder + "/" + id.value
        var request = ProtectionRequest(
            playlist: Self.playlist,
            output: output,
            keys: KeyRequest(
                contentID: id,
                template: try KeyURITemplate(parsing: "skd://{content_id}"),
                variables: TemplateVariables(contentID: id.value),
                isNewGeneration: false,
                providedKey: nil
            )
        )
        request.supplier = supplier
        let digest = [UInt8](repeating: UInt8(index), count: Publication.digestByteCount)
        return .ready(
            BatchTitle(
                index: index,
                line: index + 2,
                inputs: [Self.playlist],
                output: output,
                template: nil,
                recording: TitleRecording(contentID: id, optionsDigest: digest, readsInputs: false),
                work: .protect(request)
            )
        )
    }

    private func run(
        _ entries: [BatchEntry],
        retries: BatchOptions.Retries = .attempts(2),
        budget: Duration? = nil,
        _ cancellation: Cancellation = Cancellation()
    ) throws -> [TitleReport] {
        var options = BatchOptions(
            threadAllocation: ThreadAllocation(
                titles: entries.count,
                workers: 2,
                threads: 2,
                availableMemory: nil
            )
        )
        options.retries = retries
        options.budget = budget
        let titles = BatchTitles(count: entries.count) { { entries[$0] } }
        try BatchRun(
            titles,
            options: options,
            store: store,
            observer: observer,
            cancellation: cancellation
        ).execute()
        let ended = Dictionary(uniqueKeysWithValues: observer.reports.map { ($0.index, $0) })
        return entries.compactMap { entry in
            switch entry {
            case .ready(let title): ended[title.index] ?? title.report(.waiting)
            case .refused(let report, _): ended[report.index]
            case .unreadable: nil
            }
        }
    }

    private func failures() throws -> Int {
        try (0..<3).count { index in
            let run = try store.latestRun(of: ContentID("t\(index)"), at: folder + "/t\(index)")
            return run.map { $0.publication == nil } ?? false
        }
    }

    @Test func `What failed in passing is tried again in the same run, and others go on`() throws {
        let supplier = FailingSupplier(failures: 1)
        let reports = try run([try title(0, supplier), try title(1), try title(2)])
        #expect(reports.map(\.state) == [.published, .published, .published])
        #expect(reports.map(\.attempts) == [2, 1, 1])
        #expect(reports.map(\.index) == [0, 1, 2])
        #expect(supplier.callCount == 2)
        #expect(observer.ended.first != 0)
        #expect(observer.retried == [0])
        #expect(observer.begun.sorted() == [0, 0, 1, 2])
        #expect(observer.ended.sorted() == [0, 1, 2])
        #expect(try failures() == 0)
    }

    @Test func `What fails to the end is noted once`() throws {
        let supplier = FailingSupplier(failures: .max)
        let reports = try run([try title(0, supplier), try title(1)], retries: .attempts(1))
        #expect(reports.map(\.state) == [.failed, .published])
        #expect(reports.map(\.status) == [75, 0])
        #expect(reports.map(\.attempts) == [2, 1])
        #expect(reports[0].error?.contains("key server test") == true)
        #expect(try failures() == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == ["t1"])
    }

    @Test func `What fails in passing is tried again for as long as asked`() throws {
        let supplier = FailingSupplier(failures: .max)
        let start = ContinuousClock.now
        let reports = try run([try title(0, supplier), try title(1)], retries: .time(.milliseconds(500)))
        #expect(reports.map(\.state) == [.failed, .published])
        // After the first pause of a second, the time is over.
        #expect(reports.map(\.attempts) == [2, 1])
        #expect(start.duration(to: .now) >= .seconds(1))
    }

    @Test func `No title begins after the time of the run is over`() throws {
        let reports = try run(try (0..<3).map { try title($0) }, budget: .zero)
        #expect(reports.map(\.state) == [.waiting, .waiting, .waiting])
        #expect(observer.begun.isEmpty)
    }

    @Test func `A title that was begun is tried again when the time is over`() throws {
        let supplier = FailingSupplier(failures: 1)
        // The second attempt begins after a second.
        let reports = try run([title(0, supplier)], budget: .milliseconds(500))
        #expect(reports.map(\.state) == [.published] && reports.map(\.attempts) == [2])
    }

    /// More titles than are kept in memory once they are prepared.
    @Test func `Titles beyond those in memory are prepared again`() throws {
        let prepared = Mutex<[Int: Int]>([:])
        let refusals = (0..<5000).map { index in
            var report = TitleReport(
                index: index,
                line: index + 2,
                contentID: "x\(index)",
                state: .failed,
                input: TitleReport.Input(paths: [], files: 0, bytes: 0)
            )
            report.status = 66
            return report
        }
        let title = try title(0)
        let titles = BatchTitles(count: 5000) {
            { position in
                let count = prepared.withLock { prepared in
                    prepared[position, default: 0] += 1
                    return prepared[position] ?? 0
                }
                // The second time, so that nothing is protected.
                return count == 1 ? title : .refused(refusals[position], output: "/nowhere")
            }
        }
        var options = BatchOptions(
            threadAllocation: ThreadAllocation(titles: 5000, workers: 1, threads: 1, availableMemory: nil)
        )
        options.mode = .dryRun
        let run = BatchRun(
            titles,
            options: options,
            store: store,
            observer: observer,
            cancellation: Cancellation()
        )
        try run.execute()
        #expect(observer.ended.count == 5000)
        #expect(prepared.withLock { $0.values.reduce(0, +) } == 5000 + 904)
        #expect(observer.reports.filter { $0.status == 66 }.count == 904)
    }

    @Test func `A manifest that cannot be read any more ends the run`() throws {
        let failure = RunFailure.manifestModified("m.csv")
        #expect(throws: failure) { try run([title(0), .unreadable(failure)]) }
        #expect(observer.begun.count <= 1)
    }

    /// Otherwise thousands of titles would each wait for a store that is gone.
    @Test func `A store out of reach ends the run after the first title that it fails`() throws {
        let supplier = FailingSupplier(
            failures: .max,
            error: .storeUnavailable(path: "postgresql://nowhere", reason: "gone")
        )
        let reports = try run(try (0..<20).map { try title($0, supplier) }, retries: .attempts(0))
        #expect(reports.map(\.status).filter { $0 == 75 }.count == observer.ended.count)
        #expect((1...2).contains(observer.ended.count))
        #expect(reports.filter { $0.state == .waiting }.count == 20 - observer.ended.count)
        #expect(supplier.callCount == observer.ended.count)
    }

    /// A key that is not provisioned is unavailable, but needs a person or another job; an interruption was
    /// meant.
    @Test(
        arguments: [(refusal, 65), (.notProvisioned(licenseServer: "ksm", []), 75), (.interrupted, 75)]
            as [(RunFailure, Int32)]
    )
    func `What another attempt would not change is not tried again`(
        _ failure: RunFailure,
        _ status: Int32
    ) throws {
        let supplier = FailingSupplier(failures: .max, error: failure)
        let reports = try run([try title(0, supplier)])
        #expect(reports.map(\.status) == [status])
        #expect(reports.map(\.attempts) == [1])
        #expect(supplier.callCount == 1)
        #expect(observer.retried.isEmpty)
    }

    @Test func `Who stops the run does not wait for attempts, and titles that were not begun are waiting`()
        throws
    {
        let cancellation = Cancellation()
        let supplier = FailingSupplier(failures: .max) { cancellation.cancel() }
        var refused = TitleReport(
            index: 20,
            line: 22,
            contentID: "x",
            state: .failed,
            input: TitleReport.Input(paths: [], files: 0, bytes: 0)
        )
        refused.status = 66
        let titles = try (0..<20).map { try title($0, supplier) }
        let reports = try run(
            [.refused(refused, output: folder)] + titles,
            retries: .attempts(100),
            cancellation
        )
        #expect(reports.count == 21)
        #expect(reports[0] == refused)
        #expect(try store.latestRun(of: ContentID("x"), at: folder)?.publication == nil)
        #expect(reports.last?.state == .waiting)
        #expect(supplier.callCount <= 2)
        // If two titles run at once, one may leave the removal of their parent directory to the other.
        #expect(((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).isEmpty)
    }
}

/// A key supplier that fails at first, or always.
private final class FailingSupplier: KeySupplier {
    let label = "key server test"
    private let failures: Int
    private let error: RunFailure
    private let onFailure: @Sendable () -> Void
    private let calls = Mutex(0)

    init(
        failures: Int,
        error: RunFailure = .keyServer(server: "key server test", reason: "no answer", isTransient: true),
        onFailure: @escaping @Sendable () -> Void = {}
    ) {
        self.failures = failures
        self.error = error
        self.onFailure = onFailure
    }

    /// The number of calls.
    var callCount: Int { calls.withLock(\.self) }

    func keys(
        for requirements: [KeyRequirement],
        systems: [UUID],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [SuppliedKey] {
        let call = calls.withLock { calls in
            calls += 1
            return calls
        }
        guard call > failures else {
            onFailure()
            throw error
        }
        let drafts = requirements.map { KeyDraft(identity: $0.identity) }
        return try store.findOrCreate(drafts).map { SuppliedKey(record: $0, lines: []) }
    }
}

/// An observer that records the events of a run.
private final class RecordingObserver: BatchObserver {
    private struct Events {
        var begun: [Int] = []
        var retried: [Int] = []
        var ended: [Int] = []
        var reports: [TitleReport] = []
    }

    private let events = Mutex(Events())

    var begun: [Int] { events.withLock(\.begun) }
    var retried: [Int] { events.withLock(\.retried) }
    var ended: [Int] { events.withLock(\.ended) }
    var reports: [TitleReport] { events.withLock(\.reports) }

    func begin(_ title: BatchTitle, attempt: Int) -> any ProgressSink {
        events.withLock { $0.begun.append(title.index) }
        return SilentProgress()
    }

    func willRetry(_ title: BatchTitle, after delay: Duration, because report: TitleReport) {
        events.withLock { $0.retried.append(title.index) }
    }

    func end(_ report: TitleReport) {
        events.withLock { events in
            events.ended.append(report.index)
            events.reports.append(report)
        }
    }
}
