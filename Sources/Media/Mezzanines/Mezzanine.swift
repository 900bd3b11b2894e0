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
        otherTracks: [(identifier: UInt32, content: SourceTrack.Content)] = [],
        text: [UInt8]? = nil,
        notes: [String] = []
    ) {
        self.path = path
        self.kind = kind
        self.timelineStart = timelineStart
        self.movieStart = movieStart
        self.tracks = tracks
        self.otherTracks = otherTracks
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

extension Mezzanine {
    /// The size of the largest WebVTT file that is supported, in bytes; it is read into memory as a whole.
    static let textLimit: UInt64 = 64 << 20

    /// Reads an input and locates its samples.
    ///
    /// - Parameters:
    ///   - path: the path as the user gave it, for messages.
    ///   - bytes: the bytes of the file.
    ///   - choices: the tracks that are asked for; no others are read.
    /// - Returns: the input, with all samples of its tracks located.
    /// - Throws: `MezzanineError` if the input cannot be read or packaged.
    package static func read(
        path: String,
        _ bytes: any ByteSource,
        selecting choices: Set<TrackChoice> = [.all]
    ) throws(MezzanineError) -> Mezzanine {
        let prefix = try readPrefix(path, bytes)
        switch InputSniffer.kind(of: prefix) {
        case .movie: return try MovieInput.read(path: path, bytes, selecting: choices)
        case .transportStream: return try TransportStreamInput.read(path: path, bytes, selecting: choices)
        case .packedAudio: return try PackedAudioInput.read(path: path, bytes)
        case .webVTT:
            let text = try readText(path, bytes)
            guard let order = UTF16ByteOrder(prefix[...]) else {
                return Mezzanine(path: path, kind: .webVTT, text: text)
            }
            return Mezzanine(
                path: path,
                kind: .webVTT,
                text: try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
                    try order.utf8(text)
                },
                notes: ["the WebVTT is in UTF-16 and is converted to UTF-8, which WebVTT requires"]
            )
        case nil:
            throw .unsupported(
                path: path,
                what: InputSniffer.description(ofUnsupported: prefix)
                    + " (expected MP4, MOV, MPEG-TS, ADTS, AC-3, E-AC-3 or WebVTT, not encrypted)",
                "Give one of these; `ffmpeg -i IN -c copy OUT.mp4` converts most other formats to MP4."
            )
        }
    }

    private static func readPrefix(_ path: String, _ bytes: any ByteSource) throws(MezzanineError) -> [UInt8]
    {
        do throws(ByteSourceError) {
            return try bytes.makeReader().bytes(InputSniffer.prefixSize, at: 0)
        } catch {
            throw .bytes(path: path, error)
        }
    }

    private static func readText(_ path: String, _ bytes: any ByteSource) throws(MezzanineError) -> [UInt8] {
        guard bytes.size <= textLimit else {
            throw .unsupported(
                path: path,
                what: "a WebVTT file of \(bytes.size) bytes (expected at most \(textLimit))",
                "Split it"
            )
        }
        do throws(ByteSourceError) {
            let text = try bytes.makeReader().bytes(Int(bytes.size), at: 0)
            guard UInt64(text.count) == bytes.size else { throw .changed(path: path) }
            return text
        } catch {
            throw .bytes(path: path, error)
        }
    }
}
