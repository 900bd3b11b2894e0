/// How a line ends (RFC 8216bis 4.1).
enum LineEnding: Hashable {
    case none, lineFeed, carriageReturnLineFeed

    /// CR LF, of which the shorter endings are the last bytes.
    static let bytes: [UInt8] = [ASCII.carriageReturn, ASCII.lineFeed]

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
