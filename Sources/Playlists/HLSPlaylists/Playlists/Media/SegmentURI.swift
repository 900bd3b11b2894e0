/// The URI of a segment: a range of the playlist's bytes, which needs no memory of its own, or a substituted
/// text.
struct SegmentURI: Sendable {
    private let bytes: [UInt8]
    private let start: UInt32
    private let end: UInt32

    /// Refers to a range of the bytes of a document, which has at most `PlaylistDocument.maximumSize` bytes.
    init(_ range: Range<Int>, of bytes: [UInt8]) {
        self.bytes = bytes
        start = UInt32(range.lowerBound)
        end = UInt32(range.upperBound)
    }

    /// Stores a text in which variables were replaced.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.indices, of: bytes)
    }

    var text: String { String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self) }
}
