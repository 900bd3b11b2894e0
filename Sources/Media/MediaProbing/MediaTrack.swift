package import ElementaryStreams

/// A track of a segment or an initialization section.
package struct MediaTrack: Hashable, Sendable {
    /// The kind of media of a track.
    package enum Content: Hashable, Sendable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Subtitles or captions.
        case text
        /// Timed metadata, and all media of unknown kind.
        case other
    }

    /// track_ID, or the PID; 0 for packed audio.
    package let identifier: UInt32
    /// The kind of media.
    package let content: Content
    /// The codecs of the samples, each once; empty if the codec is unknown or the bytes do not show it.
    package internal(set) var codecs: [CodecDescription] = []
    /// The size of the pictures as coded, or nil without pictures or if it is unknown.
    package internal(set) var pictureSize: PictureSize?
    /// The size at which the pictures are displayed, by their pixel aspect ratio.
    ///
    /// Nil if `pictureSize` is nil, or if a transport stream has no aspect ratio.
    package internal(set) var displaySize: PictureSize?
    /// The number of objects of joint object coding in E-AC-3 (Dolby Atmos) by `dec3`, or nil without them.
    var audioObjectCount: UInt8?
    /// The times of the samples, or nil if there are none or they have no times.
    package internal(set) var timing: MediaTiming?
    /// Indicates whether decoding can begin with the first picture; nil without pictures, or if the segment
    /// does not say.
    package internal(set) var startsWithKeyFrame: Bool?

    init(identifier: UInt32, content: Content) {
        self.identifier = identifier
        self.content = content
    }
}
