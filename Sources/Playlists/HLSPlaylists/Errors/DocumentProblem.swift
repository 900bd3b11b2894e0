/// A fault in the bytes of a playlist (RFC 8216bis 4.1).
package enum DocumentProblem: Hashable, Sendable {
    /// More bytes than `PlaylistDocument.maximumSize`.
    case tooLarge(size: Int)
    /// The first line is not `#EXTM3U`.
    case notAPlaylist(found: Excerpt)
    /// Blank lines precede `#EXTM3U`.
    case blankBeforeHeader
    /// The bytes look like UTF-16.
    case utf16
    /// The lines end in CR without LF.
    case loneCarriageReturns
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A control character other than tab, CR and LF.
    case controlCharacter(ControlCharacter)

    var message: ProblemMessage {
        switch self {
        case .tooLarge(let size):
            ProblemMessage(
                "The playlist is too large",
                got: "\(size) bytes",
                expected: "at most \(PlaylistDocument.maximumSize)",
                fix: "Split the presentation"
            )
        case .notAPlaylist(let found):
            ProblemMessage(
                "This is not an HLS playlist",
                got: found.description,
                expected: "#EXTM3U as its first line",
                fix: "Give a playlist in UTF-8"
            )
        case .blankBeforeHeader:
            ProblemMessage(
                "The playlist does not begin with its header",
                got: "a blank line",
                expected: "#EXTM3U as its first line",
                fix: "Remove the blank lines"
            )
        case .utf16:
            ProblemMessage(
                "The text is malformed",
                got: "text that looks like UTF-16",
                expected: "UTF-8",
                fix: "Convert the playlist to UTF-8"
            )
        case .loneCarriageReturns:
            ProblemMessage(
                "The lines of the playlist cannot be told apart",
                got: "CR alone after #EXTM3U",
                expected: "lines that end in LF or CR LF",
                fix: "Convert the line endings"
            )
        case .invalidUTF8:
            ProblemMessage(
                "The text is malformed",
                got: "bytes that are not UTF-8",
                expected: "UTF-8",
                fix: "Convert the playlist to UTF-8"
            )
        case .controlCharacter(let character):
            ProblemMessage(
                "A character is not allowed in playlists",
                got: "control character \(character)",
                expected: "text",
                fix: "Remove the character"
            )
        }
    }
}
