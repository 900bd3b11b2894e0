import Failures
import TextFormats

/// Collects the columns of a manifest while it is read, and checks the rules of all formats for titles.
struct ManifestTitleCollector {
    let limits: ManifestLimits
    private(set) var columns: [ManifestColumn] = []
    private(set) var titleCount = 0

    private var columnIndices: [String: Int] = [:]
    /// For each column, the number (from 1) of the last title that has the key; 0 if none has it.
    private var lastTitleNumbers: [Int] = []

    init(_ limits: ManifestLimits) {
        self.limits = limits
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
        guard lastTitleNumbers[index] <= titleCount else { return nil }
        lastTitleNumbers[index] = titleCount + 1
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

    /// Returns the next title.
    ///
    /// - Parameters:
    ///   - cells: the cells of the title.
    ///   - location: the location where it begins.
    /// - Returns: the title, whose content id may be that of another.
    /// - Throws: `RunFailure` if it has no input or content id, or there are too many titles.
    mutating func title(
        _ cells: [ManifestCell],
        at location: TextLocation
    ) throws(RunFailure) -> ManifestTitle {
        guard titleCount < limits.titles else {
            throw .tooManyTitles(location, maximum: limits.titles)
        }
        let title = ManifestTitle(index: titleCount, line: location.line ?? 1, cells: cells)
        guard !title.contentID.isEmpty else {
            throw .missingValue(location, column: ManifestColumn.contentID)
        }
        let inputs = title.values(ManifestColumn.input)
        guard !inputs.isEmpty, !inputs.contains("") else {
            throw .missingValue(location, column: ManifestColumn.input)
        }
        titleCount += 1
        return title
    }
}
