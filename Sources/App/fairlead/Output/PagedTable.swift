import CommandLineParts
import Failures
import ReportTexts

/// A table of any length, written in pages whose columns are as wide as the widest cell so far.
struct PagedTable {
    private static let pageRows = 1000

    private let write: (String) throws(RunFailure) -> Void
    private var widths: [Int]
    private var rows: [[String]]

    /// Creates a table with this header, whose pages are passed to `write`.
    init(
        header: [String],
        write: @escaping (String) throws(RunFailure) -> Void = StandardOutput.write
    ) {
        self.write = write
        widths = header.map(\.count)
        rows = [header]
    }

    /// Adds a row with as many cells as the header, with control characters escaped.
    mutating func add(_ cells: [String]) throws(RunFailure) {
        rows.append(cells.map(\.escapingControls))
        if rows.count >= Self.pageRows { try flush() }
    }

    /// Writes the remaining rows.
    mutating func flush() throws(RunFailure) {
        try write(TextTable.text(rows, widths: &widths))
        rows.removeAll(keepingCapacity: true)
    }
}
