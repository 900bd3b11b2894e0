/// A text table whose columns are as wide as their widest cell.
package struct TextTable {
    private let header: [String]
    private var rows: [[String]] = []

    package init(_ header: String...) {
        self.header = header
    }

    package mutating func add(_ cells: String...) {
        rows.append(cells)
    }

    /// Adds a row with as many cells as the header.
    mutating func add(row: [String]) {
        rows.append(row)
    }

    /// The table with one line per row, without trailing blanks.
    package var text: String { Self.text([header] + rows) }

    /// Returns a table without a header; all rows have the same number of cells.
    static func text(_ rows: [[String]]) -> String {
        var widths = (rows.first ?? []).map { _ in 0 }
        return text(rows, widths: &widths)
    }

    /// Returns a page of a table, without a header.
    ///
    /// - Parameters:
    ///   - rows: the rows, all with the same number of cells.
    ///   - widths: the width of each column in characters; increased for these rows, so that columns keep
    ///     their position on the next page.
    /// - Returns: one line per row, without trailing blanks.
    package static func text(_ rows: [[String]], widths: inout [Int]) -> String {
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        var text = ""
        for row in rows {
            let last = row.lastIndex { !$0.isEmpty } ?? 0
            for (column, cell) in row[...last].enumerated() {
                text += cell
                guard column < last else { break }
                text += String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            text += "\n"
        }
        return text
    }
}
