package import BatchReports
import KeyStore
package import Packaging
package import Presentations
package import Protection

/// A title of a batch that is ready to be worked on.
package struct BatchTitle: Sendable {
    /// What is done with it.
    package enum Work: Sendable {
        /// It is protected.
        case protect(ProtectionRequest)
        /// It is packaged in the clear.
        case packageClear(PackagingRequest)
    }

    /// Its place in the manifest, from 0.
    package let index: Int
    /// The line of the manifest that it begins in, from 1.
    package let line: Int
    /// Its inputs, as the manifest names them.
    package let inputs: [String]
    /// The directory of its result, absolute.
    package let output: String
    /// The name of its template; nil where there is none.
    package let template: String?
    /// The title, and the digest of its options.
    package let recording: TitleRecording
    /// What is done with it.
    package let work: Work
    /// What has to be said of its options.
    package let warnings: [String]

    /// A title of its parts.
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

    /// The title's id.
    package var contentID: String { recording.contentID.value }

    /// Where its presentation comes from.
    package var source: any PresentationSource {
        switch work {
        case .protect(let request): request.source
        case .packageClear(let request): request
        }
    }

    /// What its keys are to be; nil where nothing is protected.
    var keyRequest: KeyRequest? {
        if case .protect(let request) = work { request.keys } else { nil }
    }

    /// The key server that has to have its keys; nil where none has to.
    var requiredTarget: String? {
        if case .protect(let request) = work { request.requiredTarget } else { nil }
    }

    /// Whether nothing of it is protected.
    var isClear: Bool {
        if case .packageClear = work { true } else { false }
    }

    /// What is known of it before it is begun.
    package func report(_ state: TitleState) -> TitleReport {
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

/// A title of a manifest: ready, or refused before anything begins.
package enum BatchEntry: Sendable {
    /// It can be worked on.
    case ready(BatchTitle)
    /// It cannot; the report says why.
    case refused(TitleReport)
}
