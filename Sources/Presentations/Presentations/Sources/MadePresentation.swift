package import Bitstreams

/// A clear presentation that is on no disk: its playlists are texts, its media are made while they are read.
///
/// What `protect` does with a tree of files it does with this one, too.
package struct MadePresentation: Sendable {
    /// The multivariant playlist.
    package let entry: TreePath
    /// All playlists, the entry included.
    package let playlists: [TreePath: [UInt8]]
    /// The media, by the paths that the playlists name.
    package let media: [TreePath: any ByteSource]
    /// What has to be said of the inputs.
    package let warnings: [String]

    /// A presentation from its parts.
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

/// A presentation that is made already, for tests of what comes after.
extension MadePresentation: PresentationSource {
    /// The values of the source, where they were enough for the clear media.
    package var bandwidths: Bandwidths.Policy { .raised }

    package func read(
        _ progress: any ProgressSink,
        _ cancellation: Cancellation
    ) throws(PresentationError) -> ClearPresentation {
        ClearPresentation(presentation: try PresentationReader(self).read(), warnings: warnings)
    }

    package func place(of presentation: Presentation) -> InputPlace { .files([]) }

    package func lookAtInputs() throws(PresentationError) -> (inputs: TitleInputs, playlist: String) {
        throw .fault("a presentation that is on no disk has no inputs")
    }
}
