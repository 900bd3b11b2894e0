import CommandLineParts
import KeyStore
import ReportTexts

/// A table of any length: rows are written in pages, each with columns as wide as the widest cell so far.
struct PagedTable {
    private static let pageRows = 1000

    private let write: (String) throws(KeyStoreError) -> Void
    private var widths: [Int]
    private var rows: [[String]]

    /// A table with this header; `write` gets its pages.
    init(
        header: [String],
        write: @escaping (String) throws(KeyStoreError) -> Void = StandardOutput.writeWithinStore
    ) {
        self.write = write
        widths = header.map(\.count)
        rows = [header]
    }

    /// Adds a row with as many cells as the header; what would break the line is spelled out.
    mutating func add(_ cells: [String]) throws(KeyStoreError) {
        rows.append(cells.map(\.escapingControls))
        if rows.count >= Self.pageRows { try flush() }
    }

    /// Writes what is left.
    mutating func flush() throws(KeyStoreError) {
        try write(TextTable.text(rows, widths: &widths))
        rows.removeAll(keepingCapacity: true)
    }
}
