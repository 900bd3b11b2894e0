/// Where a clear presentation comes from.
package enum PresentationSource: Sendable {
    /// A multivariant or media playlist, and the directory that no URI may leave; nil for the playlist's.
    case playlist(String, root: String?)
    /// Mezzanines, of which it is made.
    case mezzanines(PackagingRequest)
    /// One that is made already, for tests of what comes after.
    case made(MadePresentation)

    /// What the bitrates of the multivariant playlist are in the result.
    var bandwidths: Bandwidths.Policy {
        switch self {
        case .playlist, .made: .raised
        case .mezzanines: .measured
        }
    }

    /// The source for a method of protection.
    ///
    /// I-frame playlists that `package` writes name parts of segments, which nobody can open where AES-256-GCM encrypts them.
    package func fitting(_ method: ProtectionMethod) -> PresentationSource {
        guard case .mezzanines(var request) = self else { return self }
        if method == .aes256GCM { request.hasIFramePlaylists = false }
        request.protectsSamples = method.encryptsSamples
        return .mezzanines(request)
    }

    /// The inputs of `package` for the report, each once; nil of others.
    var inputs: [String]? {
        guard case .mezzanines(let request) = self else { return nil }
        return request.inputPaths
    }

    /// Reads or makes the presentation.
    ///
    /// - Parameters:
    ///   - progress: is told what is done.
    ///   - cancellation: stops the work.
    /// - Returns: it.
    /// - Throws: `PackagingError` for what cannot be read or made.
    func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(PackagingError) -> ClearPresentation {
        switch self {
        case .playlist(let path, let root):
            progress.note("reading \(path)")
            return ClearPresentation(presentation: try PresentationReader(path: path, root: root).read())
        case .mezzanines(let request):
            let (mezzanines, files) = try MezzanineReader(request, progress, cancellation).read()
            progress.note("cutting the renditions")
            let made = try files.namingChanges { () throws(PackagingError) in
                try PresentationMaker(request, progress: progress, cancellation: cancellation)
                    .make(mezzanines)
            }
            return ClearPresentation(
                presentation: try PresentationReader(made).read(),
                warnings: made.warnings,
                inputs: files
            )
        case .made(let presentation):
            return ClearPresentation(
                presentation: try PresentationReader(presentation).read(),
                warnings: presentation.warnings
            )
        }
    }

    /// Its files, which the result may not contain.
    ///
    /// - Parameter presentation: what was read from it.
    /// - Returns: the tree, or the files.
    func place(of presentation: Presentation) -> InputPlace {
        switch self {
        case .playlist: .tree(InputTree(presentation))
        case .mezzanines(let request): .files(request.inputPaths)
        case .made: .files([])
        }
    }
}

/// A clear presentation that was read or made, and what it is made of.
struct ClearPresentation: Sendable {
    /// The presentation.
    let presentation: Presentation
    /// What has to be said of the inputs.
    var warnings: [String] = []
    /// The inputs of `package`, open; empty of others.
    var inputs: [MezzanineFile] = []
}

extension [MezzanineFile] {
    /// Does a part of a run whose errors name the input that changed, not the file that was made of it.
    func namingChanges<Result>(
        _ body: () throws(PackagingError) -> Result
    ) throws(PackagingError) -> Result {
        do throws(PackagingError) {
            return try body()
        } catch {
            switch error {
            case .mediaChanged, .mezzanine:
                guard let changed = first(where: { !$0.isUnchanged() }) else { throw error }
                throw .inputChanged(path: changed.path)
            default: throw error
            }
        }
    }
}
