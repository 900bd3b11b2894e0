/// The edits of a document: changes of its lines, and lines beside them.
///
/// Both are flat arrays in the order of the calls. What is written needs them in the order of the lines; they are
/// sorted then, unless they were made in that order.
struct DocumentEdits: Sendable {
    /// What becomes of a line that is not kept as it is; at most one a line.
    struct Change: Sendable {
        let line: UInt32
        /// Whether the line and its ending are left out.
        var isRemoved = false
        /// The first byte of the document that is left out.
        var lower: UInt32
        /// The byte of the document at which the line goes on.
        var upper: UInt32
        /// What stands in its place.
        var text: TextStore.Part
    }

    /// A new line beside a line.
    struct Insertion: Sendable {
        let line: UInt32
        let isAfter: Bool
        var text: TextStore.Part
    }

    var texts = TextStore()
    private(set) var changes: [Change] = []
    private(set) var insertions: [Insertion] = []
    /// The version line that is inserted after `#EXTM3U`, before all others.
    var version: (number: Int, line: Int, text: TextStore.Part)?

    /// The greatest number of a changed line; 0 when none is.
    private var lastChangedLine: UInt32 = 0
    /// Where the change of a line is in `changes`; made when a line is changed that is not behind all changed ones.
    private var index: [UInt32: Int]?

    var isEmpty: Bool { changes.isEmpty && insertions.isEmpty && version == nil }

    /// Makes room for changes of so many more lines.
    mutating func reserveChanges(_ count: Int) {
        // Room for a few more each time would be a copy of all each time; a growing array doubles.
        guard count > changes.count else { return }
        changes.reserveCapacity(changes.count + count)
    }

    mutating func insert(_ text: TextStore.Part, beside line: Int, isAfter: Bool) {
        insertions.append(Insertion(line: UInt32(line), isAfter: isAfter, text: text))
    }

    /// Gives an insertion another text.
    mutating func setText(_ text: TextStore.Part, ofInsertion index: Int) {
        insertions[index].text = text
    }

    /// Whether a line is behind all changed ones, as it is when edits are made in order.
    @inline(__always)
    func isBehindChanges(_ line: Int) -> Bool { line > lastChangedLine }

    /// Adds the change of a line that has none yet.
    @inline(__always)
    mutating func append(_ change: Change) {
        if index != nil { addToIndex(change.line) }
        lastChangedLine = max(lastChangedLine, change.line)
        changes.append(change)
    }

    @inline(never)
    private mutating func addToIndex(_ line: UInt32) {
        index?[line] = changes.count
    }

    /// The change of a line.
    mutating func change(of line: Int) -> Change? {
        place(of: line).map { changes[$0] }
    }

    /// Sets the change of a line, in place of an earlier one.
    mutating func set(_ change: Change) {
        if let place = place(of: Int(change.line)) {
            changes[place] = change
            return
        }
        append(change)
    }

    @inline(__always)
    private mutating func place(of line: Int) -> Int? {
        guard !isBehindChanges(line) else { return nil }
        return changes.last?.line == UInt32(line) ? changes.count - 1 : indexedPlace(of: line)
    }

    private mutating func indexedPlace(of line: Int) -> Int? {
        let index = self.index ?? Dictionary(uniqueKeysWithValues: zip(changes.map(\.line), changes.indices))
        self.index = index
        return index[UInt32(line)]
    }
}

extension DocumentEdits {
    /// The changes in the order of their lines.
    var sortedChanges: [Change] {
        let isSorted = zip(changes, changes.dropFirst()).allSatisfy { $0.line < $1.line }
        return isSorted ? changes : changes.sorted { $0.line < $1.line }
    }

    /// The insertions in the order in which they are written: those at one place in the order of the calls, the
    /// version before all others.
    var sortedInsertions: [Insertion] {
        guard let version else { return insertionsByLine }
        return [Insertion(line: UInt32(version.line), isAfter: true, text: version.text)] + insertionsByLine
    }

    private var insertionsByLine: [Insertion] {
        func place(_ insertion: Insertion) -> UInt64 {
            UInt64(insertion.line) << 1 | (insertion.isAfter ? 1 : 0)
        }
        let isSorted = zip(insertions, insertions.dropFirst()).allSatisfy { place($0) <= place($1) }
        guard !isSorted else { return insertions }
        let order = insertions.indices.sorted {
            (place(insertions[$0]), $0) < (place(insertions[$1]), $1)
        }
        return order.map { insertions[$0] }
    }
}
