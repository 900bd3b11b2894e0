import TextFormats

/// The titles of a manifest while it is read, in any format: what each of them must have, and what no two may share.
struct TitleCollector {
    let maximumTitles: Int
    private(set) var columns: [ManifestColumn] = []
    private(set) var titles: [ManifestTitle] = []

    private var columnIndices: [String: Int] = [:]
    /// For each column the number of the last title that says it, from 1.
    private var lastSaid: [Int] = []
    /// The lines of content ids, which differ if their bytes do.
    private var linesOfContentIDs: [[UInt8]: Int] = [:]

    init(maximumTitles: Int) {
        self.maximumTitles = maximumTitles
    }

    /// The canonical form of a name; a new one becomes a column.
    mutating func key(of name: String, line: Int) -> String {
        columns[index(of: name, line: line)].key
    }

    /// The canonical form of a name of the next title.
    ///
    /// - Returns: nil if this title said it already.
    mutating func keyOnce(of name: String, line: Int) -> String? {
        let index = index(of: name, line: line)
        guard lastSaid[index] <= titles.count else { return nil }
        lastSaid[index] = titles.count + 1
        return columns[index].key
    }

    private mutating func index(of name: String, line: Int) -> Int {
        if let index = columnIndices[name] { return index }
        let key = ManifestColumn.key(of: name)
        let index = columnIndices[key] ?? columns.count
        if index == columns.count {
            columns.append(ManifestColumn(name: name, key: key, line: line))
            lastSaid.append(0)
            columnIndices[key] = index
        }
        columnIndices[name] = index
        return index
    }

    /// Adds the next title.
    ///
    /// - Parameters:
    ///   - cells: what is said of it.
    ///   - place: where it begins.
    ///   - range: its bytes.
    /// - Throws: `ManifestError` for a title that lacks what each has, or has the content id of another.
    mutating func add(
        _ cells: [ManifestCell],
        at place: TextPlace,
        range: Range<Int>
    ) throws(ManifestError) {
        func error(_ problem: ManifestError.Problem) -> ManifestError {
            ManifestError(at: place, problem)
        }
        guard titles.count < maximumTitles else { throw error(.tooManyTitles(maximum: maximumTitles)) }
        let line = place.line ?? 1
        let title = ManifestTitle(index: titles.count, line: line, cells: cells, range: range)
        guard let contentID = title.value(ManifestColumn.contentID), !contentID.isEmpty else {
            throw error(.missingValue(ManifestColumn.contentID))
        }
        let inputs = title.values(ManifestColumn.input)
        guard !inputs.isEmpty, !inputs.contains("") else { throw error(.missingValue(ManifestColumn.input)) }
        if let first = linesOfContentIDs.updateValue(line, forKey: Array(contentID.utf8)) {
            throw error(.contentIDTwice(contentID, firstLine: first))
        }
        titles.append(title)
    }
}
