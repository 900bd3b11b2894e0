import Failures
import KeyStore
import Packaging
import Presentations
import Protection

/// Runs `protect` or `package` for one title.
struct TitleRunner {
    private let title: BatchTitle
    private let threads: Int
    private let store: any KeyRecordStore
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    init(
        _ title: BatchTitle,
        threads: Int,
        _ store: any KeyRecordStore,
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) {
        self.title = title
        self.threads = threads
        self.store = store
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Protects or packages the title, and publishes the result.
    func execute() throws(RunFailure) -> ProtectionReport {
        switch title.work {
        case .protect(let request): try protectionRun(request).execute()
        case .packageClear(let request): try clearRun(request).execute()
        }
    }

    /// Returns a report of what would be published.
    func dryRun() throws(RunFailure) -> ProtectionReport {
        switch title.work {
        case .protect(let request): try protectionRun(request).dryRun()
        case .packageClear(let request): try clearRun(request).dryRun()
        }
    }

    /// Mints the keys; returns nil for a title without keys.
    func mint() throws(RunFailure) -> ProtectionReport? {
        switch title.work {
        case .protect(let request): try protectionRun(request).mint()
        case .packageClear: nil
        }
    }

    private func protectionRun(_ request: ProtectionRequest) -> ProtectionRun {
        var request = request
        request.recording = title.recording
        request.jobs = threads
        return ProtectionRun(request, store: store, progress: progress, cancellation: cancellation)
    }

    private func clearRun(_ request: PackagingRequest) -> ClearRun {
        var request = request
        request.jobs = threads
        var run = ClearRun(request, progress: progress, cancellation: cancellation)
        run.recorder = (title.recording, store)
        return run
    }
}
