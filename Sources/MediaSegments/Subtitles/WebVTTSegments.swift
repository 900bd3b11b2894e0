package import Mezzanines

/// Cuts WebVTT at the boundaries of a presentation.
package enum WebVTTSegments {
    /// What `MPEGTS` of `X-TIMESTAMP-MAP` says of the start of the presentation, in ticks of 90 kHz; see `TransportClock.start`.
    ///
    /// - Parameters:
    ///   - path: the input, for messages.
    ///   - text: the file.
    ///   - boundaries: when segments begin, the first one 0.
    ///   - end: the end of the presentation.
    ///   - clockStart: the time stamp of time 0 in the media beside it: 900000 in TS, 0 in fMP4.
    /// - Returns: one file a segment; and what has to be said: cues behind the end.
    /// - Throws: `MezzanineError` for text that is no WebVTT, with the line.
    package static func make(
        path: String,
        text: [UInt8],
        boundaries: [MediaTime],
        end: MediaTime,
        clockStart: UInt64
    ) throws(MezzanineError) -> (rendition: MadeRendition, warnings: [String]) {
        throw .unsupported(path: path, what: "WebVTT", "it is not cut yet")
    }
}
