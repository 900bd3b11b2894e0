import Bitstreams

/// A segment of WebVTT; its text is put together when a reader is made.
struct WebVTTSegmentSource: ByteSource {
    /// Header and definitions.
    let preamble: [UInt8]
    /// The whole file that cues point into.
    let text: [UInt8]
    /// Which cues are in it.
    let schedule: WebVTTSchedule
    /// From 0.
    let number: Int
    /// Number of bytes.
    let size: UInt64

    /// A reader of the text.
    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader {
        var bytes = preamble
        bytes.reserveCapacity(Int(size))
        for cue in schedule.cues(of: number) {
            bytes += text[cue.text]
            bytes += [0x0A, 0x0A]
        }
        return HeldByteSource(bytes)
    }

    /// Always: the input is held.
    func isUnchanged() -> Bool { true }
}
