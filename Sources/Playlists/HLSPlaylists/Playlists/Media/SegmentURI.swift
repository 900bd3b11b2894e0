/// The URI of a segment: a part of the playlist's bytes, so that it takes no room of its own, or a text in which variables were
/// replaced.
struct SegmentURI: Sendable {
    private let bytes: [UInt8]
    private let start: UInt32
    private let end: UInt32

    /// A part of the bytes of a document, which has at most `PlaylistDocument.maximumSize`.
    init(_ range: Range<Int>, of bytes: [UInt8]) {
        self.bytes = bytes
        start = UInt32(range.lowerBound)
        end = UInt32(range.upperBound)
    }

    /// A text of its own.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.indices, of: bytes)
    }

    /// The URI.
    var text: String { String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self) }
}
