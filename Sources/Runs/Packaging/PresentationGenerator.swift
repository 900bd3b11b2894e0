import Failures
import Mezzanines
import Muxing
import Presentations

/// Generates the clear presentation of mezzanines: the renditions, their cuts and their playlists.
struct PresentationGenerator {
    private let request: PackagingRequest
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - request: the packaging request.
    ///   - progress: receives notes and byte counts.
    ///   - cancellation: stops the work.
    init(
        _ request: PackagingRequest,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Generates the presentation, without copying any sample yet.
    ///
    /// - Parameter mezzanines: the mezzanines of the request's inputs, at least one for each path; inputs
    ///   with the same path share one.
    /// - Returns: the playlists and media.
    /// - Throws: `RunFailure` if the inputs cannot be packaged.
    func generate(_ mezzanines: [Mezzanine]) throws(RunFailure) -> GeneratedPresentation {
        let inputs = try request.inputs.map { (input) throws(RunFailure) in
            guard let mezzanine = mezzanines.first(where: { $0.path == input.path }) else {
                throw .fault("the input \(input.path) was not read")
            }
            return mezzanine
        }
        let plan = try Ladder(request, of: inputs)
        try cancellation.check()
        let segmentation = try cut(plan.renditions)
        try plan.checkStart(end: segmentation.end)
        let generator = RenditionGenerator(request: request, progress: progress, cancellation: cancellation)
        let (generatedRenditions, warnings) = try generator.generate(plan.renditions, segmentation)
        // The notes of an input that is given several times appear once.
        var seenPaths: Set<String> = []
        let notes = inputs.filter { seenPaths.insert($0.path).inserted }.flatMap { input in
            input.notes.map { "\(input.path): \($0)" }
        }
        return plan.presentation(
            of: generatedRenditions,
            segmentation,
            warnings: notes + segmentation.warnings + warnings
        )
    }

    private func cut(_ renditions: [PlannedRendition]) throws(RunFailure) -> Segmenter.Result {
        let tracks = renditions.flatMap(\.tracks).map { TimedTrack(track: $0.source, origin: $0.origin) }
        let options = Segmenter.Options(
            target: request.segmentDuration,
            allowsMisaligned: request.allowsMisaligned
        )
        return try mapErrors(to: RunFailure.mezzanine) { () throws(MezzanineError) in
            try Segmenter.cut(tracks, options)
        }
    }
}
