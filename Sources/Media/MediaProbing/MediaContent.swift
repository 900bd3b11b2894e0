/// What a segment or an initialization section holds, as far as its bytes say without being decrypted.
package struct MediaContent: Hashable, Sendable {
    /// The container.
    package let kind: StreamKind
    /// The tracks: of the movie box, of the program map, or the one of packed audio; none in WebVTT.
    package let tracks: [MediaTrack]

    /// The track by which a segment is measured: the first of video, else the first of audio, else none.
    package var mainTrack: MediaTrack? {
        tracks.first { $0.content == .video } ?? tracks.first { $0.content == .audio }
    }
}
