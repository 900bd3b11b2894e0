import Bitstreams

/// A WebVTT segment, assembled when a reader is created.
struct WebVTTSegmentSource: ByteSource {
    /// The header and the `STYLE` and `REGION` blocks.
    let preamble: [UInt8]
    /// The content of the input file, to which the ranges of cues refer.
    let text: [UInt8]
    /// The cues of all segments.
    let schedule: WebVTTSchedule
    /// The index of the segment, from 0.
    let number: Int
    /// The size in bytes.
    let size: UInt64

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        var bytes = preamble
        bytes.reserveCapacity(Int(size))
        for cue in schedule.cues(of: number) {
            bytes += text[cue.text]
            bytes += [0x0A, 0x0A]
        }
        return InMemoryByteSource(bytes)
    }

    /// Returns true, as the input is held in memory.
    func isUnchanged() -> Bool { true }
}
