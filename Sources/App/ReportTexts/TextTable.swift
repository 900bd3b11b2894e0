/// Columns of text, each as wide as its widest cell.
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

    /// The table, a line a row; without blanks at the ends of lines.
    package var text: String { Self.text([header] + rows) }

    /// Rows without a header, as many cells in each.
    static func text(_ rows: [[String]]) -> String {
        var widths = (rows.first ?? []).map { _ in 0 }
        return text(rows, widths: &widths)
    }

    /// A page of a table: rows without a header.
    ///
    /// - Parameters:
    ///   - rows: the rows, with as many cells in each.
    ///   - widths: of each column in characters; widened for these rows, so that columns stay where they are on the next page.
    /// - Returns: a line a row, without blanks at their ends.
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
