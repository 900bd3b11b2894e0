import Bitstreams
package import Failures
import HLSPlaylists
package import KeyStore
package import Presentations
package import Protection

/// One run of `fairlead package --clear`: generates the presentation and publishes it unprotected.
///
/// It asks the key store for no keys, and takes no digests.
package struct ClearRun {
    private let source: any PresentationSource
    private let output: String
    private let overwrites: Bool
    private let jobs: Int
    private let progress: any ProgressSink
    private let cancellation: Cancellation
    /// The record of the title and the store that gets it at publication, or nil outside of batches.
    package var recorder: (recording: TitleRecording, store: any KeyRecordStore)?

    /// Creates a run over a generated presentation.
    ///
    /// - Parameters:
    ///   - source: the source of the presentation: mezzanines, or an existing `GeneratedPresentation`.
    ///   - output: the path of the output directory.
    ///   - overwrites: indicates whether a different result is replaced.
    ///   - jobs: the number of worker threads.
    ///   - progress: receives notes and byte counts.
    ///   - cancellation: stops the run.
    init(
        _ source: any PresentationSource,
        output: String,
        overwrites: Bool = false,
        jobs: Int = 1,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.source = source
        self.output = output
        self.overwrites = overwrites
        self.jobs = jobs
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Creates a run over the inputs of a request.
    package init(
        _ request: PackagingRequest,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.init(
            request,
            output: request.output,
            overwrites: request.overwrites,
            jobs: request.jobs,
            progress: progress,
            cancellation: cancellation
        )
    }

    /// The presentation to publish.
    private struct Plan {
        let generated: GeneratedPresentation
        let presentation: Presentation
        let layout: MediaLayout
        let inputs: TitleInputs
    }

    /// Reports what the run would do, without changing anything.
    package func dryRun() throws(RunFailure) -> ProtectionReport {
        let plan = try plan(source.read(progress, cancellation))
        let inputLocation = source.inputLocation(of: plan.presentation)
        let location = try OutputLocation(output, input: inputLocation, isDryRun: true)
        return report(plan, output: location.path, outcome: "dry-run")
    }

    /// Performs the run and returns its report.
    package func execute() throws(RunFailure) -> ProtectionReport {
        let clear = try source.read(progress, cancellation)
        return try clear.inputs.namingChanges { () throws(RunFailure) in try execute(clear) }
    }

    private func execute(_ clear: ClearPresentation) throws(RunFailure) -> ProtectionReport {
        let plan = try plan(clear)
        try cancellation.check()
        let inputLocation = source.inputLocation(of: plan.presentation)
        let location = try OutputLocation(output, input: inputLocation, isDryRun: false)
        let storage = FileStorage(
            location,
            overwrites: overwrites,
            removesAbandoned: recorder == nil,
            entry: plan.generated.entry,
            cancellation: cancellation
        )
        let (_, outcome) = try storage.publish(
            build: { (tree) throws(RunFailure) in
                try write(plan, to: tree)
                progress.beginPhase(.publishing, "everything is written; publishing \(location.path)")
            },
            record: { (_, tree) throws(RunFailure) in
                try record(plan.inputs, publishing: tree, as: location.path)
            },
            recordEqual: { (_, tree) throws(RunFailure) in
                try record(plan.inputs, publishing: tree, as: location.path)
            }
        )
        return report(plan, output: location.path, outcome: outcome.rawValue)
    }

    private func plan(_ clear: ClearPresentation) throws(RunFailure) -> Plan {
        let presentation = clear.presentation
        guard case .generated(let generated) = presentation.files else {
            throw .fault("a presentation on a disk is clear already")
        }
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        try TreePathCheck.check(presentation, layout)
        return Plan(
            generated: generated,
            presentation: presentation,
            layout: layout,
            inputs: TitleInputs(clear.inputs)
        )
    }

    private func write(_ plan: Plan, to tree: String) throws(RunFailure) {
        let writer = ClearTreeWriter(
            generated: plan.generated,
            playlists: try playlists(plan),
            progress: progress,
            cancellation: cancellation
        )
        try writer.write(to: tree, jobs: jobs)
    }

    private func record(
        _ inputs: TitleInputs,
        publishing tree: String,
        as output: String
    ) throws(RunFailure) {
        guard let (recording, store) = recorder else { return }
        let run = try recording.titleRun(
            of: inputs,
            publishing: tree,
            as: output,
            keyIDs: [],
            in: store,
            cancellation
        )
        try store.record(run)
    }

    /// Returns the playlists; the multivariant one has measured bitrates.
    private func playlists(_ plan: Plan) throws(RunFailure) -> [TreePath: [UInt8]] {
        var playlists = plan.generated.playlists
        guard let multivariant = plan.presentation.multivariant else { return playlists }
        var document = multivariant.document
        let bandwidths = Bandwidths(multivariant, plan.presentation, plan.layout) { reference, _ in
            UInt64(reference.range.count)
        }
        try mapErrors(to: { .playlist(plan.generated.entry, $0) }) { () throws(PlaylistError) in
            try bandwidths.changes(.measured).apply(to: &document)
        }
        playlists[plan.generated.entry] = document.serialized()
        return playlists
    }

    private func report(_ plan: Plan, output: String, outcome: String) -> ProtectionReport {
        ProtectionReport(
            contentID: nil,
            inputs: source.reportedInputs,
            inputFiles: plan.inputs.count,
            inputBytes: plan.inputs.byteCount,
            method: "none",
            keySystems: [],
            output: output,
            playlist: plan.generated.entry.description,
            outcome: outcome,
            renditions: plan.presentation.renditions.indices.map { index in
                let rendition = plan.presentation.renditions[index]
                let references = plan.layout.segments[index].compactMap(\.self)
                let resourceIndices = plan.layout.resources(ofRendition: index, in: plan.presentation)
                return ProtectionReport.RenditionLine(
                    name: rendition.name,
                    playlist: rendition.path.description,
                    segments: references.count,
                    encrypted: 0,
                    bytes: rendition.playlist.isIFramesOnly
                        ? references.reduce(0) {
                            $0.addingSaturated($1.range.upperBound - $1.range.lowerBound)
                        }
                        : resourceIndices.reduce(0) {
                            $0.addingSaturated(plan.layout.resources[$1].clearLength)
                        },
                    keys: []
                )
            },
            keys: [],
            files: plan.generated.media.count + plan.generated.playlists.count,
            bytes: plan.generated.media.values.reduce(0) { $0.addingSaturated($1.size) },
            warnings: plan.generated.warnings,
            notes: []
        )
    }
}
