/// How a line ends (RFC 8216bis 4.1).
package enum LineEnding: Hashable {
    case none, lineFeed, carriageReturnLineFeed

    /// CR LF, of which the shorter endings are the last bytes.
    static let bytes: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]

    /// The ending of the line that starts and ends at two offsets.
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

    /// Its number of bytes.
    var length: Int {
        switch self {
        case .none: 0
        case .lineFeed: 1
        case .carriageReturnLineFeed: 2
        }
    }

    /// Its bytes in `bytes`.
    var range: Range<Int> { (2 - length)..<2 }
}
