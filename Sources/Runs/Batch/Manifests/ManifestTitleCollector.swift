import Failures
import TextFormats

/// Collects the titles of a manifest while it is read, and checks the rules of all formats for titles.
struct ManifestTitleCollector {
    let maximumTitles: Int
    private(set) var columns: [ManifestColumn] = []
    private(set) var titles: [ManifestTitle] = []

    private var columnIndices: [String: Int] = [:]
    /// For each column, the number (from 1) of the last title that has the key; 0 if none has it.
    private var lastTitleNumbers: [Int] = []
    /// The line of each content id; ids are compared byte by byte, without Unicode normalization.
    private var linesOfContentIDs: [[UInt8]: Int] = [:]

    init(maximumTitles: Int) {
        self.maximumTitles = maximumTitles
    }

    /// Returns the canonical form of a name, and adds a column if the name is new.
    mutating func key(of name: String, line: Int) -> String {
        columns[index(of: name, line: line)].key
    }

    /// Returns the canonical form of a key of the next title, and adds a column if the name is new.
    ///
    /// - Returns: the canonical form, or nil if this title already has the key.
    mutating func keyOnce(of name: String, line: Int) -> String? {
        let index = index(of: name, line: line)
        guard lastTitleNumbers[index] <= titles.count else { return nil }
        lastTitleNumbers[index] = titles.count + 1
        return columns[index].key
    }

    private mutating func index(of name: String, line: Int) -> Int {
        if let index = columnIndices[name] { return index }
        let key = ManifestColumn.key(of: name)
        let index = columnIndices[key] ?? columns.count
        if index == columns.count {
            columns.append(ManifestColumn(name: name, key: key, line: line))
            lastTitleNumbers.append(0)
            columnIndices[key] = index
        }
        columnIndices[name] = index
        return index
    }

    /// Adds the next title.
    ///
    /// - Parameters:
    ///   - cells: the cells of the title.
    ///   - location: the location where it begins.
    ///   - range: its byte range in the manifest.
    /// - Throws: `RunFailure` if the title has no input or content id, or has the content id of another.
    mutating func add(
        _ cells: [ManifestCell],
        at location: TextLocation,
        range: Range<Int>
    ) throws(RunFailure) {
        guard titles.count < maximumTitles else {
            throw .tooManyTitles(location, maximum: maximumTitles)
        }
        let line = location.line ?? 1
        let title = ManifestTitle(index: titles.count, line: line, cells: cells, range: range)
        guard let contentID = title.value(ManifestColumn.contentID), !contentID.isEmpty else {
            throw .missingValue(location, column: ManifestColumn.contentID)
        }
        let inputs = title.values(ManifestColumn.input)
        guard !inputs.isEmpty, !inputs.contains("") else {
            throw .missingValue(location, column: ManifestColumn.input)
        }
        if let first = linesOfContentIDs.updateValue(line, forKey: Array(contentID.utf8)) {
            throw .contentIDTwice(location, contentID, firstLine: first)
        }
        titles.append(title)
    }
}
