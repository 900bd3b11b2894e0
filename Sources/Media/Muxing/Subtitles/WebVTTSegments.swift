import Bitstreams
package import Mezzanines

/// A segmenter that cuts WebVTT at the boundaries of a presentation.
///
/// Every segment is a WebVTT file: the header with `X-TIMESTAMP-MAP`, all `STYLE` and `REGION` blocks, and
/// every cue that overlaps the segment, byte for byte and with its original times (RFC 8216bis 3.1.5).
/// Comments are left out.
package enum WebVTTSegments {
    /// The largest input file in bytes; files are held in memory.
    static let limit = 64 << 20

    /// Cuts a file.
    ///
    /// - Parameters:
    ///   - path: the path of the input, for messages.
    ///   - text: the content of the file.
    ///   - boundaries: the starts of the segments, beginning with 0.
    ///   - end: the end of the presentation.
    ///   - clockStart: `MPEGTS` of `X-TIMESTAMP-MAP`: the time stamp of the start of the presentation in its
    ///     audio and video, in ticks of 90 kHz. `TransportClock.presentationStart` for transport streams and
    ///     packed audio, 0 for fragmented MP4.
    /// - Returns: a rendition with one file per segment, and warnings such as cues after the end.
    /// - Throws: `MezzanineError` if the text is not valid WebVTT, with the line number.
    package static func cut(
        path: String,
        text: [UInt8],
        boundaries: [MediaTime],
        end: MediaTime,
        clockStart: UInt64
    ) throws(MezzanineError) -> (rendition: GeneratedRendition, warnings: [String]) {
        let document: WebVTTDocument
        do throws(WebVTTError) { document = try WebVTTParser.parse(text) } catch {
            throw error.mezzanineError(path)
        }
        guard !boundaries.isEmpty else {
            return (GeneratedRendition(files: [], initializationSection: nil, segments: []), [])
        }
        let timestampMap =
            "X-TIMESTAMP-MAP=MPEGTS:\(clockStart % UInt64(TransportClock.modulus)),LOCAL:00:00:00.000"
        let schedule = WebVTTSchedule(document.cues, boundaries: boundaries, end: end)
        let preamble = document.preamble(timestampMap: timestampMap)
        let sizes = schedule.sizes()
        let files = boundaries.indices.map { number in
            GeneratedRendition.File(
                name: SegmentFileName.name(number, suffix: "vtt"),
                bytes: WebVTTSegmentSource(
                    preamble: preamble,
                    text: text,
                    schedule: schedule,
                    segmentIndex: number,
                    size: UInt64(preamble.count) + sizes[number]
                )
            )
        }
        let segments = boundaries.indices.map { number in
            let next = number + 1 < boundaries.count ? boundaries[number + 1] : end
            return GeneratedRendition.Segment(
                location: GeneratedRendition.Location(file: number),
                start: boundaries[number],
                duration: next.length(since: boundaries[number])
            )
        }
        return (
            GeneratedRendition(files: files, initializationSection: nil, segments: segments),
            schedule.warnings(path, document.warnings)
        )
    }
}

extension MediaTime {
    /// Returns the time since `other`, or 0 if `other` is later.
    ///
    /// The result is exact if a common multiple of both timescales fits into 32 bits.
    func length(since other: MediaTime) -> MediaTime {
        guard other < self else { return MediaTime(ticks: 0, timescale: timescale) }
        return advanced(by: other.negated)
    }
}

/// A WebVTT segment, assembled when a reader is created.
struct WebVTTSegmentSource: ByteSource {
    /// The header and the `STYLE` and `REGION` blocks.
    let preamble: [UInt8]
    /// The content of the input file, to which the ranges of cues refer.
    let text: [UInt8]
    /// The cues of all segments.
    let schedule: WebVTTSchedule
    /// The index of the segment, from 0.
    let segmentIndex: Int
    /// The size in bytes.
    let size: UInt64

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        var bytes = preamble
        bytes.reserveCapacity(Int(size))
        for cue in schedule.cues(of: segmentIndex) {
            bytes += text[cue.text]
            bytes += [0x0A, 0x0A]
        }
        return InMemoryByteSource(bytes)
    }

    /// Returns true, as the input is held in memory.
    func isUnchanged() -> Bool { true }
}
