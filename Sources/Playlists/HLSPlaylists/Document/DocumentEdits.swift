/// The edits of a document: changed lines, and new lines before or after a line.
///
/// Both are arrays in the order of the calls. Writing needs them in the order of the lines; they are sorted
/// for it, unless they already are in that order.
struct DocumentEdits: Sendable {
    /// A change or the removal of a line; at most one per line.
    struct Change: Sendable {
        let line: UInt32
        /// Indicates whether the line is removed together with its ending.
        var isRemoved = false
        /// The offset of the first replaced byte in the document.
        var lower: UInt32
        /// The offset in the document at which the line continues after the replaced bytes.
        var upper: UInt32
        var text: TextStore.Part
    }

    /// A new line before or after an existing line.
    struct Insertion: Sendable {
        let line: UInt32
        let isAfter: Bool
        var text: TextStore.Part
    }

    var texts = TextStore()
    private(set) var changes: [Change] = []
    private(set) var insertions: [Insertion] = []
    /// The `EXT-X-VERSION` line to insert after `#EXTM3U`, before all other insertions.
    var version: (number: Int, line: Int, text: TextStore.Part)?

    /// The greatest number of a changed line, or 0 if no line is changed.
    private var lastChangedLine: UInt32 = 0
    /// The index in `changes` of each changed line, or nil until an edit first goes back to an earlier line.
    private var indexByLine: [UInt32: Int]?

    var isEmpty: Bool { changes.isEmpty && insertions.isEmpty && version == nil }

    /// Reserves capacity for changes of `count` more lines.
    mutating func reserveChanges(_ count: Int) {
        // Reserving a few more each time would copy the array each time; appending doubles the capacity.
        guard count > changes.count else { return }
        changes.reserveCapacity(changes.count + count)
    }

    mutating func insert(_ text: TextStore.Part, beside line: Int, isAfter: Bool) {
        insertions.append(Insertion(line: UInt32(line), isAfter: isAfter, text: text))
    }

    mutating func setText(_ text: TextStore.Part, ofInsertion index: Int) {
        insertions[index].text = text
    }

    /// Returns whether a line is after all changed lines, as is the case when edits are made in order.
    @inline(__always)
    func isAfterChanges(_ line: Int) -> Bool { line > lastChangedLine }

    /// Adds the change of a line that has none yet.
    @inline(__always)
    mutating func append(_ change: Change) {
        if indexByLine != nil { addToIndex(change.line) }
        lastChangedLine = max(lastChangedLine, change.line)
        changes.append(change)
    }

    @inline(never)
    private mutating func addToIndex(_ line: UInt32) {
        indexByLine?[line] = changes.count
    }

    mutating func change(of line: Int) -> Change? {
        changeIndex(of: line).map { changes[$0] }
    }

    /// Sets the change of a line and replaces an earlier one.
    mutating func set(_ change: Change) {
        if let existingIndex = changeIndex(of: Int(change.line)) {
            changes[existingIndex] = change
            return
        }
        append(change)
    }

    @inline(__always)
    private mutating func changeIndex(of line: Int) -> Int? {
        guard !isAfterChanges(line) else { return nil }
        return changes.last?.line == UInt32(line) ? changes.count - 1 : indexedChangeIndex(of: line)
    }

    private mutating func indexedChangeIndex(of line: Int) -> Int? {
        let indexByLine =
            self.indexByLine ?? Dictionary(uniqueKeysWithValues: zip(changes.map(\.line), changes.indices))
        self.indexByLine = indexByLine
        return indexByLine[UInt32(line)]
    }
}

extension DocumentEdits {
    /// The changes in the order of their lines.
    var sortedChanges: [Change] {
        let isSorted = zip(changes, changes.dropFirst()).allSatisfy { $0.line < $1.line }
        return isSorted ? changes : changes.sorted { $0.line < $1.line }
    }

    /// The insertions in the order in which they are written.
    ///
    /// Several at one location keep the order of the calls; the version line is before all others.
    var sortedInsertions: [Insertion] {
        guard let version else { return insertionsByLine }
        return [Insertion(line: UInt32(version.line), isAfter: true, text: version.text)] + insertionsByLine
    }

    private var insertionsByLine: [Insertion] {
        func sortKey(_ insertion: Insertion) -> UInt64 {
            UInt64(insertion.line) << 1 | (insertion.isAfter ? 1 : 0)
        }
        let isSorted = zip(insertions, insertions.dropFirst()).allSatisfy { sortKey($0) <= sortKey($1) }
        guard !isSorted else { return insertions }
        let order = insertions.indices.sorted {
            (sortKey(insertions[$0]), $0) < (sortKey(insertions[$1]), $1)
        }
        return order.map { insertions[$0] }
    }
}
