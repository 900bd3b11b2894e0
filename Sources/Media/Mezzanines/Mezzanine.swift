package import Bitstreams

/// An input of `package`, with its tracks or WebVTT text.
package struct Mezzanine: Sendable {
    /// The kind of an input.
    package enum Kind: Hashable, Sendable {
        /// MP4 or MOV, progressive or fragmented.
        case movie
        /// MPEG-TS.
        case transportStream
        /// AAC (ADTS), AC-3 or E-AC-3 frames, with or without an ID3 tag.
        case packedAudio
        /// WebVTT.
        case webVTT
    }

    /// The path as the user gave it.
    package let path: String
    /// The kind of the input.
    package let kind: Kind
    /// The earliest presentation time of the tracks by their time stamps, in ticks of 90 kHz.
    ///
    /// Nil for an input without time stamps: MP4, WebVTT, and packed audio without a timestamp in an ID3 tag.
    package let timelineStart: Int64?
    /// The earliest presentation time of the tracks on the timeline of the movie, which need not be 0; nil if
    /// the input is no movie.
    package let movieStart: MediaTime?
    /// The video and audio tracks that are asked for, in the order of the input.
    package let tracks: [SourceTrack]
    /// The video and audio tracks that are not asked for, or that the input disables.
    package let otherTracks: [(identifier: UInt32, content: SourceTrack.Content)]
    /// The text of a WebVTT file in UTF-8, or nil for other inputs.
    package let text: [UInt8]?
    /// Warnings about parts of the input that are ignored or corrected, such as "track 3 ('tmcd') is left
    /// out".
    package let notes: [String]

    /// Creates a mezzanine from its parts.
    package init(
        path: String,
        kind: Kind,
        timelineStart: Int64? = nil,
        movieStart: MediaTime? = nil,
        tracks: [SourceTrack] = [],
        others: [(identifier: UInt32, content: SourceTrack.Content)] = [],
        text: [UInt8]? = nil,
        notes: [String] = []
    ) {
        self.path = path
        self.kind = kind
        self.timelineStart = timelineStart
        self.movieStart = movieStart
        self.tracks = tracks
        self.otherTracks = others
        self.text = text
        self.notes = notes
    }
}

/// An error that prevents packaging of an input.
package enum MezzanineError: Error, Hashable, Sendable {
    /// The bytes cannot be read.
    case bytes(path: String, ByteSourceError)
    /// A box, packet or frame is malformed; the error has its offset.
    case malformed(path: String, ParseError)
    /// The input is already encrypted: the location, and what shows it.
    case encrypted(path: String, what: String)
    /// The input is valid but not supported: a description, and advice to the user.
    case unsupported(path: String, what: String, String)
}
