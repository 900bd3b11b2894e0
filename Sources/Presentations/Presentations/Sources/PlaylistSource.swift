package import Failures

/// A presentation on disk as a source.
package struct PlaylistSource: PresentationSource {
    /// The path of the multivariant or media playlist.
    let path: String
    /// The directory that no URI may leave, or nil for the directory of the playlist.
    let root: String?

    /// Creates a source for the playlist at `path`.
    package init(_ path: String, root: String? = nil) {
        self.path = path
        self.root = root
    }

    /// The rule for bitrates: values are raised only where encryption makes it necessary.
    package var bandwidths: Bandwidths.Policy { .raised }

    package func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> ClearPresentation {
        progress.beginPhase(.reading, "reading \(path)")
        return ClearPresentation(presentation: try PresentationReader(path: path, root: root).read())
    }

    package func inputLocation(of presentation: Presentation) -> InputLocation {
        .tree(InputTree(presentation))
    }

    package func titleInputs() throws(RunFailure) -> (inputs: TitleInputs, playlist: String) {
        let presentation = try PresentationReader(path: path, root: root).read()
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        let inputs = try TitleInputs(ClearPresentation(presentation: presentation), layout)
        return (inputs, presentation.entry.description)
    }
}
