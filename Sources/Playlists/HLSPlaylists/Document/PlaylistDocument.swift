/// A playlist as a list of lines over its bytes (RFC 8216bis 4.1).
///
/// The document is lossless: it keeps the byte order mark, line endings, comments, unknown tags and blank
/// lines, and every line that is not edited is written back byte for byte. Edits refer to lines by their
/// number in the parsed bytes, so they can be made in any order. `MediaPlaylist` and `MultivariantPlaylist`
/// are typed views of it.
package struct PlaylistDocument: Sendable {
    /// The largest playlist that is read, in bytes: 64 MiB.
    package static let maximumSize = 64 << 20

    let bytes: [UInt8]
    /// The offset of each line in `bytes`, then `bytes.count`; 32 bits suffice because of `maximumSize`.
    let lineStarts: [UInt32]
    /// The offset of the first line in bytes: after a byte order mark if there is one, otherwise 0.
    package let contentStart: Int
    /// The number of the line `#EXTM3U`: 1, unless blank lines precede it, which readers log as a problem.
    package let headerLine: Int
    /// The edits to apply when the document is written.
    var edits = DocumentEdits()
    /// The shapes of lines in which edits found an attribute.
    var attributeShapes = AttributeShapes()

    /// Parses the bytes of a playlist; tolerates and keeps a byte order mark.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: `PlaylistError` if the first line that is not blank is not `#EXTM3U`, or if the bytes are
    ///   not UTF-8, contain control characters other than tab, CR and LF, or are more than `maximumSize`.
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

    /// The error about blank lines before `#EXTM3U`, or nil if there are none.
    var startProblem: PlaylistError? {
        headerLine > 1 ? PlaylistError(line: 1, .document(.blankBeforeHeader)) : nil
    }

    /// The lines as parsed, without edits.
    package var lines: Lines {
        Lines(bytes: bytes, lineStarts: lineStarts, contentStart: contentStart)
    }

    /// Returns the line with a number, without edits.
    ///
    /// - Parameter number: the line number, from 1.
    /// - Returns: the line as parsed.
    /// - Throws: `PlaylistError` if there is no such line.
    package func line(_ number: Int) throws(PlaylistError) -> PlaylistLine {
        try checkExists(number)
        return lines[number - 1]
    }

    /// Throws if there is no line with the number.
    @inline(__always)
    func checkExists(_ number: Int) throws(PlaylistError) {
        guard number >= 1, number < lineStarts.count else {
            throw PlaylistError(line: number, .edit(.noSuchLine(count: lines.count)))
        }
    }
}

extension PlaylistDocument {
    /// The lines of a document; an index is a line number minus one.
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

    /// Returns the byte range of a line, including its ending.
    func range(_ number: Int) -> Range<Int> {
        Int(lineStarts[number - 1])..<Int(lineStarts[number])
    }

    /// Returns the byte range of a line without byte order mark and ending.
    @inline(__always)
    func contentRange(_ number: Int) -> Range<Int> {
        let lineRange = range(number)
        let start = number == 1 ? contentStart : lineRange.lowerBound
        return start..<(lineRange.upperBound - lineEnding(number).length)
    }

    /// Returns the ending of a line; a last line may have none.
    @inline(__always)
    package func lineEnding(_ number: Int) -> LineEnding {
        let lineRange = range(number)
        return LineEnding(of: bytes.span, from: lineRange.lowerBound, to: lineRange.upperBound)
    }
}

/// Searches for lines by their tag, which read only the first bytes of all other lines.
extension PlaylistDocument {
    /// Returns the first line with a tag, or nil if there is none.
    package func firstLine(tagged tag: TagName) -> PlaylistLine? {
        var first: PlaylistLine?
        forEachNumber(tagged: tag) { number in
            first = lines[number - 1]
            return false
        }
        return first
    }

    /// Returns all lines with a tag, in order.
    package func lines(tagged tag: TagName) -> [PlaylistLine] {
        lineNumbers(tagged: tag).map { lines[$0 - 1] }
    }

    /// Returns the numbers of the lines with a tag, in order.
    package func lineNumbers(tagged tag: TagName) -> [Int] {
        var numbers: [Int] = []
        forEachNumber(tagged: tag) { number in
            numbers.append(number)
            return true
        }
        return numbers
    }

    /// Calls a closure with the number of each line that has a tag, until the closure returns false.
    private func forEachNumber(tagged tag: TagName, _ body: (Int) -> Bool) {
        let name = Array(tag.name.utf8)
        // The number sign and as much of the name as fits into one word.
        let tagPrefix = [ASCII.numberSign] + name.prefix(ByteWord.size - 1)
        let mask = UInt64.max >> UInt64((ByteWord.size - tagPrefix.count) * 8)
        let prefixBits = tagPrefix.span.partialWord(at: 0).bits
        // The start of all lines with the tag, except malformed lines and tags without a value.
        let usualPrefix = [ASCII.numberSign] + name + [ASCII.colon]
        let starts = lineStarts.span
        let bytes = bytes.span
        for number in 1..<starts.count {
            let start = number == 1 ? contentStart : Int(starts[number - 1])
            guard bytes.partialWord(at: start).bits & mask == prefixBits else { continue }
            guard bytes.hasBytes(usualPrefix.span, at: start) || kind(ofLine: number) == .tag(tag) else {
                continue
            }
            guard body(number) else { return }
        }
    }
    @inline(never)
    private func kind(ofLine number: Int) -> PlaylistLine.Kind {
        LineClassifier.kind(bytes.span.extracting(contentRange(number)))
    }
}
