package import ElementaryStreams

/// What a segment or an initialization section holds, as far as its bytes say without being decrypted.
package struct MediaContent: Hashable, Sendable {
    /// The container.
    package let kind: StreamKind
    /// The tracks: of the movie box, of the program map, or the one of packed audio; none in WebVTT.
    package let tracks: [MediaTrack]

    /// What was found.
    package init(kind: StreamKind, tracks: [MediaTrack]) {
        self.kind = kind
        self.tracks = tracks
    }
}

/// A track of a segment or an initialization section.
package struct MediaTrack: Hashable, Sendable {
    /// What a track is made of.
    package enum Content: Hashable, Sendable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Subtitles or captions.
        case text
        /// Timed metadata and all that is not known.
        case other
    }

    /// track_ID, or the PID; 0 in packed audio.
    package let identifier: UInt32
    /// What it is made of.
    package let content: Content
    /// How its samples are coded; nil when that is not known or the bytes do not say.
    package internal(set) var codec: CodecDescription?
    /// The size of its pictures; nil without pictures or when that cannot be told.
    package internal(set) var pictureSize: PictureSize?
    /// When its samples are; nil when there are none or they have no times.
    package internal(set) var timing: MediaTiming?
    /// Whether decoding can begin with its first picture; nil without pictures.
    package internal(set) var startsWithKeyFrame: Bool?

    init(identifier: UInt32, content: Content) {
        self.identifier = identifier
        self.content = content
    }
}
