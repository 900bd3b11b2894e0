/// A manifest in comma-separated values: a header, and a row for each title.
struct CSVManifestReader {
    private let content: ManifestContent

    init(_ content: ManifestContent) {
        self.content = content
    }

    /// Reads the titles.
    ///
    /// - Returns: the bytes of the header.
    func read(into collector: inout TitleCollector) throws(ManifestError) -> Range<Int> {
        try refuseOtherSeparators()
        var reader = CSVRecordReader(content)
        guard let header = try reader.next() else { throw error(nil, .noHeader) }
        let columns = try self.columns(header, &collector)
        while let record = try reader.next() {
            guard record.cells.count == columns.count else {
                throw error(record.line, .cellCount(record.cells.count, expected: columns.count))
            }
            var cells: [ManifestCell] = []
            cells.reserveCapacity(columns.count)
            for (column, text) in zip(columns, record.cells) where !text.isEmpty {
                for text in column.key == ManifestColumn.input ? Self.inputs(text) : [text] {
                    cells.append(ManifestCell(name: column.name, key: column.key, text: text))
                }
            }
            try collector.add(cells, line: record.line, range: record.range)
        }
        return header.range
    }

    /// A first line without a comma is no header of a manifest, which has two columns at least.
    private func refuseOtherSeparators() throws(ManifestError) {
        let firstLine = content.bytes[content.start...].prefix { $0 != UInt8(ascii: "\n") }
        guard !firstLine.contains(UInt8(ascii: ",")) else { return }
        for (byte, name) in [(UInt8(ascii: ";"), "semicolon"), (UInt8(ascii: "\t"), "tab")] {
            if let offset = firstLine.firstIndex(of: byte) {
                throw content.error(at: offset, .otherSeparator(name: name))
            }
        }
    }

    private func columns(
        _ header: CSVRecordReader.Record,
        _ collector: inout TitleCollector
    ) throws(ManifestError) -> [(name: String, key: String)] {
        var columns: [(name: String, key: String)] = []
        var firstNames: [String: String] = [:]
        for (index, name) in header.cells.enumerated() {
            guard !name.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
                throw error(header.line, .namelessColumn(number: index + 1))
            }
            let key = collector.key(of: name, line: header.line)
            if let first = firstNames.updateValue(name, forKey: key), key != ManifestColumn.input {
                throw error(header.line, .columnTwice(name, first: first))
            }
            columns.append((name, key))
        }
        for name in [ManifestColumn.input, ManifestColumn.contentID] where firstNames[name] == nil {
            throw error(header.line, .missingColumn(name, columns: columns.map(\.key)))
        }
        return columns
    }

    /// The inputs of a cell: its lines, but those with nothing in them.
    private static func inputs(_ text: String) -> [String] {
        text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { String(Substring($0)) }
    }

    private func error(_ line: Int?, _ problem: ManifestError.Problem) -> ManifestError {
        ManifestError(source: content.source, line: line, problem: problem)
    }
}
