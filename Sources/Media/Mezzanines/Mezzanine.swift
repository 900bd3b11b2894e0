package import Bitstreams

/// An input of `package`: its tracks, or its cues.
package struct Mezzanine: Sendable {
    /// The kinds of input.
    package enum Kind: Hashable, Sendable {
        /// MP4 or MOV, progressive or of fragments.
        case movie
        /// MPEG-TS.
        case transportStream
        /// AAC (ADTS), AC-3 or E-AC-3 frames, with or without an ID3 tag.
        case packedAudio
        /// WebVTT.
        case webVTT
    }

    /// The path as it was given.
    package let path: String
    /// What kind of input it is.
    package let kind: Kind
    /// Where the time stamps of the tracks start, in ticks of 90 kHz; nil where the timeline has none (MP4, WebVTT, packed audio
    /// without a time stamp).
    package let timelineStart: Int64?
    /// When the first track of a movie is presented on the timeline of the movie, which need not be 0; nil of all but movies.
    package let movieStart: MediaTime?
    /// The tracks of video and audio that were asked for, in the order of the input.
    package let tracks: [SourceTrack]
    /// Tracks of video and audio that nobody asked for.
    package let others: [(identifier: UInt32, content: SourceTrack.Content)]
    /// Of WebVTT the text of the file; nil of others.
    package let text: [UInt8]?
    /// What was found and left alone, for warnings: "track 3 ('tmcd') is left out".
    package let notes: [String]

    /// A mezzanine from its parts.
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
        self.others = others
        self.text = text
        self.notes = notes
    }
}

/// Why an input cannot be packaged.
package enum MezzanineError: Error, Hashable, Sendable {
    /// Bytes cannot be had.
    case bytes(path: String, ByteSourceFailure)
    /// A box, packet or frame is malformed; the error has the offset.
    case malformed(path: String, ParseError)
    /// It is encrypted already: where, and what says so.
    case encrypted(path: String, what: String)
    /// Valid, but not packaged: what it is, and what to do about it.
    case unsupported(path: String, what: String, String)
}
