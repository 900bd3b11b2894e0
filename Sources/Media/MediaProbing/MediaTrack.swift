package import ElementaryStreams

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
    /// How its samples are coded, each way once; empty when that is not known or the bytes do not say.
    package internal(set) var codecs: [CodecDescription] = []
    /// The size of its pictures; nil without pictures or when that cannot be told.
    package internal(set) var pictureSize: PictureSize?
    /// The size at which they are shown, by the shape of their pixels; nil where `pictureSize` is.
    package internal(set) var shownSize: PictureSize?
    /// The objects of joint object coding in E-AC-3, Dolby Atmos, as `dec3` says; nil without them.
    package internal(set) var audioObjectCount: UInt8?
    /// When its samples are; nil when there are none or they have no times.
    package internal(set) var timing: MediaTiming?
    /// Whether decoding can begin with its first picture; nil without pictures.
    package internal(set) var startsWithKeyFrame: Bool?

    init(identifier: UInt32, content: Content) {
        self.identifier = identifier
        self.content = content
    }
}
