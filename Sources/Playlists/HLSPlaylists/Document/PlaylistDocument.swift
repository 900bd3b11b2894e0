/// A playlist as a list of lines over its bytes (RFC 8216bis 4.1).
///
/// The document is lossless: the byte order mark, line endings, comments, unknown tags and blank lines are kept,
/// and every line that is not edited is written back byte for byte. Edits name lines by their number in the
/// bytes that were parsed, so they can be made in any order. Typed views are `MediaPlaylist` and
/// `MultivariantPlaylist`.
package struct PlaylistDocument: Sendable {
    /// The largest playlist that is read, in bytes: 64 MiB.
    package static let maximumSize = 64 << 20

    let bytes: [UInt8]
    /// Where each line starts in `bytes`, then `bytes.count`; `maximumSize` makes 32 bits enough.
    let lineStarts: [UInt32]
    /// Where the first line starts, after a byte order mark.
    package let contentStart: Int
    /// The number of the line `#EXTM3U`: 1, unless blank lines stand before it, which readers note.
    package let headerLine: Int
    /// What is to be written otherwise.
    var edits = DocumentEdits()
    /// Where attributes were found that are set on many lines.
    var attributePlaces = AttributePlaces()

    /// Reads the bytes of a playlist; a byte order mark is tolerated and kept.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: `PlaylistError` when the first line that is not blank is not `#EXTM3U`, the bytes are not UTF-8, contain control
    ///   characters other than tab, CR and LF, or are more than `maximumSize`.
    package init(parsing bytes: [UInt8]) throws(PlaylistError) {
        guard bytes.count <= Self.maximumSize else {
            throw PlaylistError(line: 1, .document(.tooLarge(size: bytes.count)))
        }
        let start = try DocumentStart(of: bytes)
        self.contentStart = start.contentStart
        self.headerLine = start.headerLine
        self.lineStarts = try LineScanner.lineStarts(of: bytes.span)
        self.bytes = bytes
    }

    /// The breach of blank lines before `#EXTM3U`; nil where there are none.
    var startProblem: PlaylistError? {
        headerLine > 1 ? PlaylistError(line: 1, .document(.blankBeforeHeader)) : nil
    }

    /// The lines as they were parsed, edits aside.
    package var lines: Lines {
        Lines(bytes: bytes, lineStarts: lineStarts, contentStart: contentStart)
    }

    /// The line with a number.
    ///
    /// - Parameter number: from 1.
    /// - Returns: the line as parsed.
    /// - Throws: `PlaylistError` when there is no such line.
    package func line(_ number: Int) throws(PlaylistError) -> PlaylistLine {
        try checkExists(number)
        return lines[number - 1]
    }

    /// Refuses numbers of lines that do not exist.
    @inline(__always)
    func checkExists(_ number: Int) throws(PlaylistError) {
        guard number >= 1, number < lineStarts.count else {
            throw PlaylistError(line: number, .edit(.noSuchLine(count: lines.count)))
        }
    }
}

extension PlaylistDocument {
    /// The lines of a document; an index is a line number less one.
    package struct Lines: RandomAccessCollection, Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate let lineStarts: [UInt32]
        fileprivate let contentStart: Int

        /// The index of the first line.
        package var startIndex: Int { 0 }
        /// The number of lines.
        package var endIndex: Int { lineStarts.count - 1 }

        /// The line at an index.
        package subscript(index: Int) -> PlaylistLine {
            let start = index == 0 ? contentStart : Int(lineStarts[index])
            let end = Int(lineStarts[index + 1])
            let ending = LineEnding(of: bytes.span, from: Int(lineStarts[index]), to: end)
            return PlaylistLine(number: index + 1, content: bytes[start..<(end - ending.length)])
        }
    }

    /// The bytes of a line with its ending.
    func range(_ number: Int) -> Range<Int> {
        Int(lineStarts[number - 1])..<Int(lineStarts[number])
    }

    /// The bytes of a line without byte order mark and ending.
    @inline(__always)
    func contentRange(_ number: Int) -> Range<Int> {
        let whole = range(number)
        let start = number == 1 ? contentStart : whole.lowerBound
        return start..<(whole.upperBound - lineEnding(number).length)
    }

    /// The ending of a line; a last line may have none.
    @inline(__always)
    package func lineEnding(_ number: Int) -> LineEnding {
        let line = range(number)
        return LineEnding(of: bytes.span, from: line.lowerBound, to: line.upperBound)
    }
}
