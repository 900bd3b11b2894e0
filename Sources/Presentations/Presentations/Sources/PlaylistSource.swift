/// A presentation on a disk.
package struct PlaylistSource: PresentationSource {
    /// The path of its multivariant or media playlist.
    package let path: String
    /// The directory that no URI may leave; nil for the playlist's.
    package let root: String?

    /// Makes the source of the playlist at `path`.
    package init(_ path: String, root: String? = nil) {
        self.path = path
        self.root = root
    }

    /// The values of the source, where they were enough for the clear media.
    package var bandwidths: Bandwidths.Policy { .raised }

    package func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(PresentationError) -> ClearPresentation {
        progress.note("reading \(path)")
        return ClearPresentation(presentation: try PresentationReader(path: path, root: root).read())
    }

    package func place(of presentation: Presentation) -> InputPlace { .tree(InputTree(presentation)) }

    package func lookAtInputs() throws(PresentationError) -> (inputs: TitleInputs, playlist: String) {
        let presentation = try PresentationReader(path: path, root: root).read()
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        let inputs = try TitleInputs(ClearPresentation(presentation: presentation), layout)
        return (inputs, presentation.entry.description)
    }
}
