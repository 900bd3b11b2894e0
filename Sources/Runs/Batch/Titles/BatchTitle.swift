package import BatchReports
package import Failures
import KeyStore
package import Packaging
package import Presentations
package import Protection

/// A title of a batch that is ready to be processed.
package struct BatchTitle: Sendable {
    /// The operation on a title.
    package enum Work: Sendable {
        /// Protects the presentation.
        case protect(ProtectionRequest)
        /// Packages the inputs without encryption.
        case packageClear(PackagingRequest)
    }

    /// The position in the manifest, from 0.
    package let index: Int
    /// The line in the manifest where the title begins, from 1.
    package let line: Int
    /// The paths of the inputs, as in the manifest.
    let inputs: [String]
    /// The absolute path of the output directory.
    let output: String
    /// The name of the provider template, or nil if none is used.
    let template: String?
    /// The content id and the digest of the options, as they are recorded in the key store.
    let recording: TitleRecording
    /// The operation on the title.
    let work: Work
    /// Warnings about the options of the title.
    let warnings: [String]

    /// Creates a title.
    package init(
        index: Int,
        line: Int,
        inputs: [String],
        output: String,
        template: String?,
        recording: TitleRecording,
        work: Work,
        warnings: [String] = []
    ) {
        self.index = index
        self.line = line
        self.inputs = inputs
        self.output = output
        self.template = template
        self.recording = recording
        self.work = work
        self.warnings = warnings
    }

    /// The content id.
    package var contentID: String { recording.contentID.value }

    /// The source of the presentation.
    var source: any PresentationSource {
        switch work {
        case .protect(let request): request.source
        case .packageClear(let request): request
        }
    }

    /// The request for the keys, or nil if nothing is protected.
    var keyRequest: KeyRequest? {
        if case .protect(let request) = work { request.keys } else { nil }
    }

    /// The license server that must have the keys, or nil if none is required.
    var requiredServer: String? {
        if case .protect(let request) = work { request.requiredServer } else { nil }
    }

    /// Indicates whether the title is published without encryption.
    var isClear: Bool {
        if case .packageClear = work { true } else { false }
    }

    /// Creates a report with what is known before the title is processed.
    func report(_ state: TitleState) -> TitleReport {
        var report = TitleReport(
            index: index,
            line: line,
            contentID: recording.contentID.value,
            state: state,
            input: TitleReport.Input(paths: inputs, files: 0, bytes: 0)
        )
        report.attempts = 0
        report.template = template
        report.warnings = warnings
        return report
    }
}

/// A title of a manifest that is ready, or was refused before it was started.
package enum BatchEntry: Sendable {
    /// The title can be processed.
    case ready(BatchTitle)
    /// The title cannot be processed; the report has the reason. The output is the path of its result, or the template
    /// of it if there is no path.
    case refused(TitleReport, output: String)
    /// The manifest cannot be read any more, so that no other title can be.
    case unreadable(RunFailure)
}

/// The titles of a run, each of which is prepared when it is its turn.
package struct BatchTitles: Sendable {
    /// The number of titles.
    let count: Int
    /// Returns a function for one thread that prepares the title at a position in the order of the run, from 0.
    let makeReader: @Sendable () -> (Int) -> BatchEntry

    /// Creates the titles of a run.
    package init(count: Int, makeReader: @escaping @Sendable () -> (Int) -> BatchEntry) {
        (self.count, self.makeReader) = (count, makeReader)
    }
}
