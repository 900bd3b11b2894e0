import Failures
import TextFormats

/// A CSV manifest: a header, and one row per title.
struct CSVManifestFormat: ManifestRecordFormat {
    private(set) var header: [UInt8] = []
    private(set) var recordEnd = [UInt8(ascii: "\n")]
    private var columns: [Column] = []

    private struct Column {
        let name: String
        let key: String
    }

    mutating func read(
        _ window: inout ManifestWindow,
        _ collector: inout ManifestTitleCollector,
        _ add: (ManifestTitle, CSVManifestFormat, Range<Int>) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try refuseOtherSeparators(&window)
        guard let header = try next(&window) else {
            throw .noHeader(TextLocation(in: window.content.source))
        }
        columns = try columns(header, window.content, &collector)
        self.header = Array(window.bytes[header.range])
        if window.bytes[header.range.upperBound...].starts(with: [0x0D, 0x0A]) { recordEnd = [0x0D, 0x0A] }
        self.header += recordEnd
        while let record = try next(&window) {
            let content = window.content
            let title = try collector.title(
                cells(record, in: content),
                at: TextLocation(in: content.source, line: record.line)
            )
            let start = window.offset
            try add(title, self, start + record.range.lowerBound..<start + record.range.upperBound)
        }
    }

    func cells(of record: ManifestContent) throws(RunFailure) -> [ManifestCell] {
        var reader = CSVReader(from: record.start, line: record.firstLine)
        switch Self.next(&reader, in: record) {
        case .success(let row):
            return try row.map { row throws(RunFailure) in try cells(row, in: record) } ?? []
        case .failure(let failure):
            throw .malformedCSV(record.location(of: failure.offset), failure.problem)
        }
    }

    private static func next(
        _ reader: inout CSVReader,
        in content: ManifestContent
    ) -> Result<CSVReader.Record?, CSVReader.Failure> {
        do throws(CSVReader.Failure) {
            return .success(try reader.next(in: content.bytes.span))
        } catch {
            return .failure(error)
        }
    }

    private func cells(
        _ row: CSVReader.Record,
        in content: ManifestContent
    ) throws(RunFailure) -> [ManifestCell] {
        guard row.fields.count == columns.count else {
            throw .cellCount(
                TextLocation(in: content.source, line: row.line),
                row.fields.count,
                expected: columns.count
            )
        }
        var cells: [ManifestCell] = []
        cells.reserveCapacity(columns.count)
        for (column, field) in zip(columns, row.fields) where !field.range.isEmpty {
            let text = Self.text(field, content)
            for text in column.key == ManifestColumn.input ? Self.inputs(text) : [text] {
                cells.append(ManifestCell(name: column.name, key: column.key, text: text))
            }
        }
        return cells
    }

    /// Reads the next record, and consumes it; nil at the end.
    private func next(_ window: inout ManifestWindow) throws(RunFailure) -> CSVReader.Record? {
        while true {
            let content = window.content
            var reader = CSVReader(from: content.start, line: content.firstLine)
            switch Self.next(&reader, in: content) {
            case .success(let record):
                // The next bytes may continue the record, or the line end.
                guard reader.offset + 1 < content.bytes.count || window.isAtEnd else { break }
                window.consume(before: reader.offset, line: reader.line)
                return record
            case .failure(let failure):
                let isInside = failure.problem != .unclosedQuotes && failure.offset + 1 < content.bytes.count
                guard window.isAtEnd || isInside else { break }
                throw .malformedCSV(content.location(of: failure.offset), failure.problem)
            }
            try window.extend()
        }
    }

    private static func text(_ field: CSVReader.Field, _ content: ManifestContent) -> String {
        String(decoding: field.bytes(in: content.bytes.span), as: UTF8.self)
    }

    /// Throws if the first line has no comma but semicolons or tabs; a header names at least two columns.
    private func refuseOtherSeparators(_ window: inout ManifestWindow) throws(RunFailure) {
        while !window.isAtEnd, !window.bytes.contains(UInt8(ascii: "\n")) { try window.extend() }
        let content = window.content
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
        _ content: ManifestContent,
        _ collector: inout ManifestTitleCollector
    ) throws(RunFailure) -> [Column] {
        let location = TextLocation(in: content.source, line: header.line)
        var columns: [Column] = []
        var firstNames: [String: String] = [:]
        for (index, field) in header.fields.enumerated() {
            let name = Self.text(field, content)
            guard !name.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
                throw .namelessColumn(location, number: index + 1)
            }
            let key = collector.key(of: name, line: header.line)
            if let first = firstNames.updateValue(name, forKey: key), key != ManifestColumn.input {
                throw .columnTwice(location, name, first: first)
            }
            columns.append(Column(name: name, key: key))
        }
        for name in [ManifestColumn.input, ManifestColumn.contentID] where firstNames[name] == nil {
            throw .missingColumn(location, name, columns: columns.map(\.key))
        }
        return columns
    }

    /// Returns the inputs in a cell, one per line; empty lines are skipped.
    private static func inputs(_ text: String) -> [String] {
        text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { String(Substring($0)) }
    }
}
