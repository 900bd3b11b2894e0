/// The contents of a segment or an initialization section, as far as they are known without decryption.
package struct MediaContent: Hashable, Sendable {
    /// The container format.
    package let kind: StreamKind
    /// The tracks: of the movie box, of the program map, or the one of packed audio; empty for WebVTT.
    package let tracks: [MediaTrack]

    /// The track by which a segment is measured: the first video track, else the first audio track, or nil.
    package var mainTrack: MediaTrack? {
        tracks.first { $0.content == .video } ?? tracks.first { $0.content == .audio }
    }
}
