/// The parts that an edited document is written as, in order: runs of its bytes, new texts, line endings.
struct DocumentParts {
    /// What a part is of.
    enum Source {
        /// The bytes that were parsed.
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
    /// How many of the parsed bytes were written or left out.
    private var position = 0

    init(_ document: PlaylistDocument) {
        self.document = document
        self.changes = document.edits.sortedChanges
        self.insertions = document.edits.sortedInsertions
    }

    /// Calls a body with each part that is not empty.
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

    /// The next line that has an edit.
    @inline(__always)
    private var nextLine: Int? {
        let changed = nextChange < changes.count ? changes[nextChange].line : .max
        let extended = nextInsertion < insertions.count ? insertions[nextInsertion].line : .max
        let line = min(changed, extended)
        return line == .max ? nil : Int(line)
    }

    /// The next insertion if it is beside a line.
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
        let ending = endingOfSurroundings(line)
        while let insertion = insertion(at: line), insertion.isAfter == isAfter {
            if insertion.text.count > 0 { try body(.texts, insertion.text.range) }
            try body(.ending, ending.range)
            nextInsertion += 1
        }
    }

    /// Ends a line that has no ending before others follow it.
    private func endLine<Failure: Error>(
        _ line: Int,
        _ change: DocumentEdits.Change?,
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        guard document.lineEnding(line) == .none, change?.isRemoved != true else { return }
        // LF alone would turn a CR that is the end of the text into a part of the line ending.
        let endsInCarriageReturn = lastByte(of: line, change) == ASCII.carriageReturn
        let ending = endsInCarriageReturn ? .carriageReturnLineFeed : endingOfSurroundings(line)
        try body(.ending, ending.range)
    }

    private func lastByte(of line: Int, _ change: DocumentEdits.Change?) -> UInt8? {
        let whole = document.range(line)
        guard let change, Int(change.upper) == whole.upperBound else { return document.bytes[whole].last }
        let text = document.edits.texts.bytes[change.text.range]
        return text.last ?? document.bytes[whole.lowerBound..<Int(change.lower)].last
    }

    @inline(__always)
    private mutating func copy<Failure: Error>(
        to end: Int,
        _ body: (Source, Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        if position < end { try body(.document, position..<end) }
        position = end
    }

    /// The ending for new lines beside a line: its own, else (last line) that of the line before, else LF.
    private func endingOfSurroundings(_ number: Int) -> LineEnding {
        let own = document.lineEnding(number)
        guard own == .none else { return own }
        return number > 1 ? document.lineEnding(number - 1) : .lineFeed
    }
}
