import Failures
import Mezzanines
import Presentations

/// Opens the inputs of `package` and finds their tracks.
struct MezzanineReader {
    private let request: PackagingRequest
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    init(_ request: PackagingRequest, _ progress: any ProgressSink, _ cancellation: Cancellation) {
        self.request = request
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Reads the inputs, several at once, and each file once even if it is named several times.
    ///
    /// - Returns: the mezzanines of the request's inputs, in their order, and the files, each once.
    /// - Throws: `RunFailure` for the first input that cannot be read or packaged.
    func read() throws(RunFailure) -> ([Mezzanine], [WindowedFile]) {
        let paths = request.inputPaths
        progress.beginPhase(.reading, "reading \(paths.count == 1 ? paths[0] : "\(paths.count) inputs")")
        let cancellation = cancellation
        let files = try request.openInputs()
        let choices = Dictionary(grouping: request.inputs) { Array($0.path.utf8) }
            .mapValues { Set($0.map(\.selection)) }
        let mezzanines = try WorkerPool(jobs: min(request.jobs, files.count)).map(
            count: files.count,
            makeState: {},
            { (_, index) throws(RunFailure) in
                try cancellation.check()
                return try Self.read(files[index], choices[Array(files[index].path.utf8)] ?? [])
            }
        )
        let mezzaninesByPath = Dictionary(
            uniqueKeysWithValues: zip(paths.map { Array($0.utf8) }, mezzanines)
        )
        return (request.inputs.compactMap { mezzaninesByPath[Array($0.path.utf8)] }, files)
    }

    private static func read(
        _ file: WindowedFile,
        _ choices: Set<TrackChoice>
    ) throws(RunFailure) -> Mezzanine {
        do throws(MezzanineError) {
            return try Mezzanine.read(path: file.path, file, selecting: choices)
        } catch {
            // A file that is still being written shows errors that the finished one may not have.
            guard file.isUnchanged() else { throw .inputChanged(path: file.path) }
            throw .mezzanine(error)
        }
    }
}
