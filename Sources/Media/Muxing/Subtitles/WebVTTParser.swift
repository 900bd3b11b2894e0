/// A strict parser of WebVTT (W3C WebVTT, section 4.1): anything that players would silently ignore is an
/// error with its line number.
struct WebVTTParser {
    private let text: [UInt8]
    private var lines: WebVTTLines
    private var definitions: [Range<Int>] = []
    private var cues: [WebVTTDocument.Cue] = []

    /// Parses a file.
    ///
    /// - Parameter text: the content of the file.
    /// - Returns: the ranges of its parts.
    /// - Throws: `WebVTTError` if the text is not valid WebVTT.
    static func parse(_ text: [UInt8]) throws(WebVTTError) -> WebVTTDocument {
        guard text.count <= WebVTTSegments.limit else {
            throw WebVTTError(
                line: 1,
                found: "a file of \(text.count) bytes",
                expected: "at most \(WebVTTSegments.limit)",
                advice: "Divide the subtitles into several files."
            )
        }
        try checkEncoding(text)
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var parser = WebVTTParser(text, from: text.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        let signature = try parser.readSignature()
        let header = try parser.readHeader()
        while try parser.readBlock() {}
        let sorted = parser.cues.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        return WebVTTDocument(
            text: text,
            signature: signature,
            header: header,
            definitions: parser.definitions,
            cues: sorted.map(\.element),
            warnings: parser.cues.isEmpty ? ["there are no cues"] : []
        )
    }

    private init(_ text: [UInt8], from position: Int) {
        self.text = text
        lines = WebVTTLines(text, from: position)
    }

    private static func checkEncoding(_ text: [UInt8]) throws(WebVTTError) {
        guard text.contains(0) || String(validating: text, as: UTF8.self) == nil else { return }
        var lines = WebVTTLines(text, from: 0)
        while let line = lines.next() {
            // UTF-16 text and damaged files have zero bytes, which players replace (section 6.1).
            guard !text[line.range].contains(0) else {
                throw WebVTTError(
                    line: line.number,
                    found: "a zero byte",
                    expected: "text in UTF-8",
                    advice: "Convert the file to UTF-8, or remove the byte."
                )
            }
            guard String(validating: text[line.range], as: UTF8.self) == nil else { continue }
            throw WebVTTError(
                line: line.number,
                found: "bytes that are not valid UTF-8",
                expected: "UTF-8",
                advice: "Convert the file to UTF-8."
            )
        }
    }

    private mutating func readSignature() throws(WebVTTError) -> Range<Int> {
        let line = lines.next()
        if let line, text[line.range].startsWithWord("WEBVTT") { return line.range }
        throw WebVTTError(
            line: 1,
            found: WebVTTError.quoted(line.map { text[$0.range] } ?? []),
            expected: "\"WEBVTT\"",
            advice: "Give a WebVTT file; convert subtitles of other formats first."
        )
    }

    /// Reads the lines after the signature up to a blank line.
    private mutating func readHeader() throws(WebVTTError) -> Range<Int> {
        var range: Range<Int>?
        while let line = lines.next(), !line.range.isEmpty {
            let content = text[line.range]
            guard !content.hasArrow else {
                throw WebVTTError(
                    line: line.number,
                    found: "a cue in the header",
                    expected: "a blank line before it",
                    advice: "Put a blank line after the header."
                )
            }
            guard !content.starts(with: "X-TIMESTAMP-MAP".utf8) else {
                throw WebVTTError(
                    line: line.number,
                    found: WebVTTError.quoted(content),
                    expected: "cues whose times count from the start of the presentation",
                    advice:
                        "Join the segments that the file comes from into one file with such times, or remove the line "
                        + "if the times already count from there."
                )
            }
            range = (range?.lowerBound ?? line.range.lowerBound)..<line.range.upperBound
        }
        return range ?? 0..<0
    }

    /// Reads the next block, up to a blank line.
    ///
    /// - Returns: false if there are no more blocks.
    private mutating func readBlock() throws(WebVTTError) -> Bool {
        var line = lines.next()
        while let blank = line, blank.range.isEmpty { line = lines.next() }
        guard let first = line else { return false }
        var block = [first]
        while block.count < 2, let next = lines.next(), !next.range.isEmpty { block.append(next) }
        // The timings line is the first line, or the second after an identifier.
        if let timingsIndex = block.firstIndex(where: { text[$0.range].hasArrow }) {
            try readCue(from: first, block[timingsIndex], second: block.count == 2 ? block.last : nil)
            return true
        }
        // If the block has only one line, the blank line after it has already been read.
        let last = block.count == 2 ? try lastLine(after: block.last ?? first) : first
        let content = text[first.range]
        if content.isWord("STYLE") || content.isWord("REGION") {
            guard cues.isEmpty else { throw misplacedBlockError(first) }
            definitions.append(first.range.lowerBound..<last.range.upperBound)
        } else if !content.startsWithWord("NOTE") {
            throw WebVTTError(
                line: first.number,
                found: WebVTTError.quoted(content),
                expected: "a cue with its times, STYLE, REGION or NOTE",
                advice: "Correct the block, or put NOTE before it."
            )
        }
        return true
    }

    /// Reads the rest of a cue.
    ///
    /// - Parameters:
    ///   - first: the first line of the cue.
    ///   - timingsLine: the timings line.
    ///   - second: the second line, which may be the timings line, or nil if the cue has only one line.
    /// - Throws: `WebVTTError` for invalid timings, and for an arrow in a later line.
    private mutating func readCue(
        from first: WebVTTLines.Line,
        _ timingsLine: WebVTTLines.Line,
        second: WebVTTLines.Line?
    ) throws(WebVTTError) {
        guard let timing = WebVTTTiming(text[timingsLine.range]) else {
            throw WebVTTError(
                line: timingsLine.number,
                found: WebVTTError.quoted(text[timingsLine.range]),
                expected: "times such as 00:01:02.500 --> 00:01:04.000",
                advice: "Correct the times: hours:minutes:seconds with a point before three digits."
            )
        }
        guard timing.start <= timing.end else {
            throw WebVTTError(
                line: timingsLine.number,
                found: WebVTTError.quoted(text[timingsLine.range]),
                expected: "an end that is not before the start",
                advice: "Correct the times of the cue."
            )
        }
        if let second, second.number > timingsLine.number, text[second.range].hasArrow {
            throw missingBlankLineError(second)
        }
        let last = try second.map { line throws(WebVTTError) in try lastLine(after: line) } ?? first
        cues.append(
            WebVTTDocument.Cue(
                start: timing.start,
                end: timing.end,
                text: first.range.lowerBound..<last.range.upperBound
            )
        )
    }

    /// Reads the remaining lines of a block.
    ///
    /// - Parameter line: the last line read of the block.
    /// - Returns: the last line of the block.
    /// - Throws: `WebVTTError` for an arrow in one of the remaining lines.
    private mutating func lastLine(after line: WebVTTLines.Line) throws(WebVTTError) -> WebVTTLines.Line {
        var last = line
        while let next = lines.next(), !next.range.isEmpty {
            guard !text[next.range].hasArrow else { throw missingBlankLineError(next) }
            last = next
        }
        return last
    }

    private func missingBlankLineError(_ line: WebVTTLines.Line) -> WebVTTError {
        WebVTTError(
            line: line.number,
            found: "an arrow inside a block: \(WebVTTError.quoted(text[line.range]))",
            expected: "a blank line before each cue, and no arrow in its text",
            advice: "Put a blank line before the cue, or write the arrow as --&gt;."
        )
    }

    private func misplacedBlockError(_ line: WebVTTLines.Line) -> WebVTTError {
        WebVTTError(
            line: line.number,
            found: "\(WebVTTError.quoted(text[line.range])) after a cue",
            expected: "it before the first cue",
            advice: "Move the block to the start of the file: players ignore it here."
        )
    }
}
