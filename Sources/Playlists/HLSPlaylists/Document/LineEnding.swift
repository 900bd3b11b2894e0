/// The ending of a playlist line (RFC 8216bis 4.1).
package enum LineEnding: Hashable {
    case none, lineFeed, carriageReturnLineFeed

    /// CR LF; the shorter endings are its last bytes.
    static let bytes: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]

    /// Determines the ending of the line between two offsets.
    @inline(__always)
    init(of bytes: Span<UInt8>, from start: Int, to end: Int) {
        guard end > start, bytes[end - 1] == ASCII.lineFeed else {
            self = .none
            return
        }
        self =
            end - 1 > start && bytes[end - 2] == ASCII.carriageReturn
            ? .carriageReturnLineFeed : .lineFeed
    }

    var length: Int {
        switch self {
        case .none: 0
        case .lineFeed: 1
        case .carriageReturnLineFeed: 2
        }
    }

    /// The range of the ending in `bytes`.
    var range: Range<Int> { (2 - length)..<2 }
}
