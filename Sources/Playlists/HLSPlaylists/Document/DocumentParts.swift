/// The consecutive parts of an edited document: runs of parsed bytes, new texts and line endings.
struct DocumentParts {
    /// The buffer that a part is taken from.
    enum Source {
        /// The bytes as parsed.
        case document
        /// The texts of the edits.
        case texts
        /// `LineEnding.bytes`.
        case ending
    }

    private let document: PlaylistDocument
    private let changes: [DocumentEdits.Change]
    private let insertions: [DocumentEdits.Insertion]
    private var nextChange = 0
    private var nextInsertion = 0
    /// The number of parsed bytes that were already written or left out.
    private var position = 0

    init(_ document: PlaylistDocument) {
        self.document = document
        self.changes = document.edits.sortedChanges
        self.insertions = document.edits.sortedInsertions
    }

    /// Calls a closure with each part that is not empty, in order.
    @inline(__always)
    mutating func forEach<Failure: Error>(
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        if insertions.isEmpty {
            for change in changes { try write(change, body) }
            nextChange = changes.count
        }
        while let line = nextLine {
            if let insertion = insertion(at: line), !insertion.isAfter {
                try copy(to: document.range(line).lowerBound, body)
                try writeInsertions(at: line, isAfter: false, body)
            }
            var change: DocumentEdits.Change?
            if nextChange < changes.count, changes[nextChange].line == line {
                change = changes[nextChange]
                try write(changes[nextChange], body)
                nextChange += 1
            }
            if insertion(at: line) != nil {
                try copy(to: document.range(line).upperBound, body)
                try endLine(line, change, body)
                try writeInsertions(at: line, isAfter: true, body)
            }
        }
        try copy(to: document.bytes.count, body)
    }

    /// The number of the next line with an edit, or nil if there is none.
    @inline(__always)
    private var nextLine: Int? {
        let changeLine = nextChange < changes.count ? changes[nextChange].line : .max
        let insertionLine = nextInsertion < insertions.count ? insertions[nextInsertion].line : .max
        let line = min(changeLine, insertionLine)
        return line == .max ? nil : Int(line)
    }

    /// Returns the next insertion if it belongs to the given line, otherwise nil.
    @inline(__always)
    private func insertion(at line: Int) -> DocumentEdits.Insertion? {
        guard nextInsertion < insertions.count, insertions[nextInsertion].line == line else { return nil }
        return insertions[nextInsertion]
    }

    @inline(__always)
    private mutating func write<Failure: Error>(
        _ change: DocumentEdits.Change,
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        try copy(to: Int(change.lower), body)
        if change.text.count > 0 { try body(.texts, change.text.range) }
        position = Int(change.upper)
    }

    private mutating func writeInsertions<Failure: Error>(
        at line: Int,
        isAfter: Bool,
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        let ending = endingForNewLines(line)
        while let insertion = insertion(at: line), insertion.isAfter == isAfter {
            if insertion.text.count > 0 { try body(.texts, insertion.text.range) }
            try body(.ending, ending.range)
            nextInsertion += 1
        }
    }

    /// Writes an ending for a last line without one, so that lines can follow it.
    private func endLine<Failure: Error>(
        _ line: Int,
        _ change: DocumentEdits.Change?,
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        guard document.lineEnding(line) == .none, change?.isRemoved != true else { return }
        // After a text that ends in CR, LF alone would make the CR a part of the line ending.
        let endsInCarriageReturn = lastByte(of: line, change) == ASCII.carriageReturn
        let ending = endsInCarriageReturn ? .carriageReturnLineFeed : endingForNewLines(line)
        try body(.ending, ending.range)
    }

    private func lastByte(of line: Int, _ change: DocumentEdits.Change?) -> UInt8? {
        let lineRange = document.range(line)
        guard let change, Int(change.upper) == lineRange.upperBound else {
            return document.bytes[lineRange].last
        }
        let text = document.edits.texts.bytes[change.text.range]
        return text.last ?? document.bytes[lineRange.lowerBound..<Int(change.lower)].last
    }

    @inline(__always)
    private mutating func copy<Failure: Error>(
        to end: Int,
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        if position < end { try body(.document, position..<end) }
        position = end
    }

    /// Returns the ending for new lines next to a line.
    ///
    /// It is the ending of that line, for a last line without ending that of the line before, otherwise LF.
    private func endingForNewLines(_ number: Int) -> LineEnding {
        let ownEnding = document.lineEnding(number)
        guard ownEnding == .none else { return ownEnding }
        return number > 1 ? document.lineEnding(number - 1) : .lineFeed
    }
}
