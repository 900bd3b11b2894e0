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
    static func text(_ all: [[String]]) -> String {
        var widths = (all.first ?? []).map { _ in 0 }
        for row in all {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        var text = ""
        for row in all {
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
