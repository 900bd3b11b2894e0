import Failures
import TextFormats

/// Reads a CSV manifest: a header, and one row per title.
struct CSVManifestReader {
    private let content: ManifestContent

    init(_ content: ManifestContent) {
        self.content = content
    }

    /// Reads all titles into `collector`.
    ///
    /// - Returns: the byte range of the header in the manifest, without its line end.
    func read(into collector: inout ManifestTitleCollector) throws(RunFailure) -> Range<Int> {
        try refuseOtherSeparators()
        var reader = CSVReader(from: content.start)
        guard let header = try next(&reader) else { throw .noHeader(location(nil)) }
        let columns = try self.columns(header, &collector)
        while let record = try next(&reader) {
            guard record.fields.count == columns.count else {
                throw .cellCount(location(record.line), record.fields.count, expected: columns.count)
            }
            var cells: [ManifestCell] = []
            cells.reserveCapacity(columns.count)
            for (column, field) in zip(columns, record.fields) where !field.range.isEmpty {
                let text = text(field)
                for text in column.key == ManifestColumn.input ? Self.inputs(text) : [text] {
                    cells.append(ManifestCell(name: column.name, key: column.key, text: text))
                }
            }
            try collector.add(cells, at: location(record.line), range: record.range)
        }
        return header.range
    }

    private func next(_ reader: inout CSVReader) throws(RunFailure) -> CSVReader.Record? {
        do throws(CSVReader.Failure) {
            return try reader.next(in: content.bytes.span)
        } catch {
            throw .malformedCSV(content.location(of: error.offset), error.problem)
        }
    }

    private func text(_ field: CSVReader.Field) -> String {
        String(decoding: field.bytes(in: content.bytes.span), as: UTF8.self)
    }

    /// Throws if the first line has no comma but semicolons or tabs; a header names at least two columns.
    private func refuseOtherSeparators() throws(RunFailure) {
        let firstLine = content.bytes[content.start...].prefix { $0 != UInt8(ascii: "\n") }
        guard !firstLine.contains(UInt8(ascii: ",")) else { return }
        for (byte, name) in [(UInt8(ascii: ";"), "semicolon"), (UInt8(ascii: "\t"), "tab")] {
            if let offset = firstLine.firstIndex(of: byte) {
                throw .otherSeparator(content.location(of: offset), name: name)
            }
        }
    }

    private func columns(
        _ header: CSVReader.Record,
        _ collector: inout ManifestTitleCollector
    ) throws(RunFailure) -> [(name: String, key: String)] {
        var columns: [(name: String, key: String)] = []
        var firstNames: [String: String] = [:]
        for (index, name) in header.fields.map(text).enumerated() {
            guard !name.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
                throw .namelessColumn(location(header.line), number: index + 1)
            }
            let key = collector.key(of: name, line: header.line)
            if let first = firstNames.updateValue(name, forKey: key), key != ManifestColumn.input {
                throw .columnTwice(location(header.line), name, first: first)
            }
            columns.append((name, key))
        }
        for name in [ManifestColumn.input, ManifestColumn.contentID] where firstNames[name] == nil {
            throw .missingColumn(location(header.line), name, columns: columns.map(\.key))
        }
        return columns
    }

    /// Returns the inputs in a cell, one per line; empty lines are skipped.
    private static func inputs(_ text: String) -> [String] {
        text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { String(Substring($0)) }
    }

    private func location(_ line: Int?) -> TextLocation { TextLocation(in: content.source, line: line) }
}
