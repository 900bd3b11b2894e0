/// A parsed WebVTT file (W3C WebVTT, section 4.1): the ranges of its parts in the text.
struct WebVTTDocument {
    /// A cue.
    struct Cue {
        /// The start time, in milliseconds.
        let start: Int64
        /// The end time, in milliseconds, not before `start`.
        let end: Int64
        /// The range of identifier, timings, settings and payload, without the line terminator of the last
        /// line.
        let text: Range<Int>
    }

    /// The content of the file.
    let text: [UInt8]
    /// The line that starts with "WEBVTT", without a byte order mark.
    let signature: Range<Int>
    /// The further lines of the header, empty if there are none.
    let header: Range<Int>
    /// The `STYLE` and `REGION` blocks.
    let definitions: [Range<Int>]
    /// The cues by start time, and those with the same start in the order of the file.
    let cues: [Cue]
    /// The warnings about the file, which do not prevent packaging.
    let warnings: [String]

    /// Returns the part of a segment before its cues.
    ///
    /// - Parameter timestampMap: the `X-TIMESTAMP-MAP` line, which relates cue times to the time stamps of
    ///   the media.
    /// - Returns: the header and the blocks that cues may refer to.
    func preamble(timestampMap: String) -> [UInt8] {
        var bytes = Array(text[signature])
        bytes.append(0x0A)
        bytes += timestampMap.utf8
        bytes.append(0x0A)
        if !header.isEmpty { bytes += text[header] + [0x0A] }
        bytes.append(0x0A)
        for definition in definitions { bytes += text[definition] + [0x0A, 0x0A] }
        return bytes
    }
}
