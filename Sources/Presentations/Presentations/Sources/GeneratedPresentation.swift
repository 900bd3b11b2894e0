package import Bitstreams
package import Failures

/// A generated clear presentation, which is not on disk: media are generated while they are read.
///
/// `protect` treats it like a tree of files.
package struct GeneratedPresentation: Sendable {
    /// The path of the multivariant playlist.
    package let entry: TreePath
    /// The bytes of all playlists, the multivariant one included, by path.
    package let playlists: [TreePath: [UInt8]]
    /// The media files, by the paths that the playlists name.
    package let media: [TreePath: any ByteSource]
    /// The warnings about the inputs.
    package let warnings: [String]

    /// Creates a presentation from its parts.
    package init(
        entry: TreePath,
        playlists: [TreePath: [UInt8]],
        media: [TreePath: any ByteSource],
        warnings: [String]
    ) {
        self.entry = entry
        self.playlists = playlists
        self.media = media
        self.warnings = warnings
    }
}

/// Lets tests protect a presentation that is already generated.
extension GeneratedPresentation: PresentationSource {
    /// The rule for bitrates: values are raised only where encryption makes it necessary.
    package var bandwidths: Bandwidths.Policy { .raised }

    package func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(RunFailure) -> ClearPresentation {
        ClearPresentation(presentation: try PresentationReader(self).read(), warnings: warnings)
    }

    package func inputLocation(of presentation: Presentation) -> InputLocation { .files([]) }

    package func titleInputs() throws(RunFailure) -> (inputs: TitleInputs, playlist: String) {
        throw .fault("a presentation that is on no disk has no inputs")
    }
}
