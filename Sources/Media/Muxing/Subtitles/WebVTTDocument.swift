/// A WebVTT file (W3C WebVTT, section 4.1) as the places of its parts in the text.
struct WebVTTDocument {
    /// A cue.
    struct Cue {
        /// When it is shown first, in thousandths of a second.
        let start: Int64
        /// When it is shown no more; not before `start`.
        let end: Int64
        /// Identifier, times, settings and payload, without the line end behind the last line.
        let text: Range<Int>
    }

    /// The text.
    let text: [UInt8]
    /// The line that starts with "WEBVTT", without a byte order mark.
    let signature: Range<Int>
    /// Further lines of the header; they are kept.
    let header: Range<Int>
    /// `STYLE` and `REGION` blocks.
    let definitions: [Range<Int>]
    /// The cues in the order of their starts, those that start together in the order of the file.
    let cues: [Cue]
    /// What was found and left alone.
    let warnings: [String]

    /// What stands before the cues of a segment.
    ///
    /// - Parameter map: the line that ties the times of cues to those of the media.
    /// - Returns: the header and the blocks that cues may refer to.
    func preamble(map: String) -> [UInt8] {
        var bytes = Array(text[signature])
        bytes.append(0x0A)
        bytes += map.utf8
        bytes.append(0x0A)
        if !header.isEmpty { bytes += text[header] + [0x0A] }
        bytes.append(0x0A)
        for definition in definitions { bytes += text[definition] + [0x0A, 0x0A] }
        return bytes
    }
}
