import Mezzanines
import Muxing
import Presentations

/// Makes the clear presentation of mezzanines: which renditions there are, where they are cut, and what playlists say.
struct PresentationMaker {
    private let request: PackagingRequest
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - request: what is packaged, and how.
    ///   - progress: is told what is done.
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

    /// Makes the presentation; no sample is copied yet.
    ///
    /// - Parameter mezzanines: those of the inputs of the request; one that is given several times may be here once.
    /// - Returns: its playlists and media.
    /// - Throws: `PresentationError` for what cannot be packaged.
    func make(_ mezzanines: [Mezzanine]) throws(PresentationError) -> MadePresentation {
        let inputs = try request.inputs.map { (input) throws(PresentationError) in
            guard let mezzanine = mezzanines.first(where: { $0.path == input.path }) else {
                throw .fault("the input \(input.path) was not read")
            }
            return mezzanine
        }
        let plan = try ladder { () throws(LadderError) in try Ladder(request, of: inputs) }
        try cancellation.check()
        let cut = try cut(plan.renditions)
        try ladder { () throws(LadderError) in try plan.checkStart(end: cut.end) }
        let making = RenditionMaking(request: request, progress: progress, cancellation: cancellation)
        let (made, warnings) = try making.make(plan.renditions, cut)
        // An input that is given several times has its notes once.
        var noted: Set<String> = []
        let notes = inputs.filter { noted.insert($0.path).inserted }.flatMap { input in
            input.notes.map { "\(input.path): \($0)" }
        }
        return plan.presentation(of: made, cut, warnings: notes + cut.warnings + warnings)
    }

    private func cut(_ renditions: [PlannedRendition]) throws(PresentationError) -> Segmenter.Result {
        let tracks = renditions.flatMap(\.tracks).map { TimedTrack(track: $0.source, origin: $0.origin) }
        let options = Segmenter.Options(
            target: request.segmentDuration,
            allowsMisaligned: request.allowsMisaligned
        )
        do {
            return try Segmenter.cut(tracks, options)
        } catch {
            throw .mezzanine(error)
        }
    }

    private func ladder<Result>(
        _ body: () throws(LadderError) -> Result
    ) throws(PresentationError) -> Result {
        do {
            return try body()
        } catch {
            throw .ladder(error)
        }
    }
}
