package import HLSPackaging
package import HLSPlaylists

/// Measures the media of a presentation: sizes, durations, codecs, resolutions, key frames.
package struct PresentationMeasurer: Sendable {
    /// Makes one.
    package init() {}

    /// Looks at every segment of every playlist.
    ///
    /// - Parameters:
    ///   - tree: the playlists.
    ///   - jobs: number of threads.
    ///   - progress: is told of the bytes.
    ///   - cancellation: stops the work.
    /// - Returns: what each media playlist holds; files that cannot be looked at are in its `failures`.
    /// - Throws: `PackagingError.interrupted` alone.
    package func measure(
        _ tree: PlaylistTree,
        jobs: Int,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) throws(PackagingError) -> [TreePath: MediaMeasurement] {
        [:]
    }
}
