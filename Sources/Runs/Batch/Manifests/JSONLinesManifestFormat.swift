import Failures
import TextFormats

/// A manifest in JSON Lines: one object per title and line.
struct JSONLinesManifestFormat: ManifestRecordFormat {
    let header: [UInt8] = []
    let recordEnd = [UInt8(ascii: "\n")]

    func read(
        _ window: inout ManifestWindow,
        _ collector: inout ManifestTitleCollector,
        _ add: (ManifestTitle, JSONLinesManifestFormat, Range<Int>) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        while let (line, offset) = try next(&window) {
            guard let members = try Self.members(of: line) else { continue }
            var cells: [ManifestCell] = []
            cells.reserveCapacity(members.count)
            for member in members {
                // A location is computed only for an error, since that takes a pass over the line.
                guard !member.name.isEmpty else { throw .namelessColumn(line.location(of: member.offset)) }
                guard let key = collector.keyOnce(of: member.name, line: line.firstLine) else {
                    throw .columnTwice(line.location(of: member.offset), member.name, first: member.name)
                }
                cells += try Self.cells(of: member, key, line)
            }
            let title = try collector.title(
                cells,
                at: TextLocation(in: line.source, line: line.firstLine)
            )
            let endsWithCRLF = line.bytes.last == UInt8(ascii: "\r")
            try add(title, self, offset..<offset + line.bytes.count - (endsWithCRLF ? 1 : 0))
        }
    }

    func cells(of record: ManifestContent) throws(RunFailure) -> [ManifestCell] {
        var cells: [ManifestCell] = []
        for member in try Self.members(of: record) ?? [] {
            cells += try Self.cells(of: member, ManifestColumn.key(of: member.name), record)
        }
        return cells
    }

    private static func members(
        of line: ManifestContent
    ) throws(RunFailure) -> [JSONObjectReader.Member]? {
        var reader = JSONObjectReader(line)
        return try reader.object(in: line.start..<line.bytes.count)
    }

    private static func cells(
        of member: JSONObjectReader.Member,
        _ key: String,
        _ line: ManifestContent
    ) throws(RunFailure) -> [ManifestCell] {
        guard !member.isList || key == ManifestColumn.input else {
            throw .nestedValue(line.location(of: member.offset), column: member.name)
        }
        return member.texts.map { ManifestCell(name: member.name, key: key, text: $0) }
    }

    /// Consumes the next line, and returns it without its line feed, with its offset in the manifest; nil at the end.
    private func next(
        _ window: inout ManifestWindow
    ) throws(RunFailure) -> (line: ManifestContent, offset: Int)? {
        var searchStart = window.start
        while true {
            let lineFeed = window.bytes[searchStart...].firstIndex(of: UInt8(ascii: "\n"))
            guard lineFeed != nil || window.isAtEnd else {
                let byteCount = window.bytes.count - window.start
                try window.extend()
                searchStart = byteCount
                continue
            }
            let (start, end) = (window.start, lineFeed ?? window.bytes.count)
            guard start < end || lineFeed != nil else { return nil }
            let bytes = Array(window.bytes[start..<end])
            let line = ManifestContent(bytes, line: window.line, source: window.content.source)
            window.consume(before: lineFeed.map { $0 + 1 } ?? end, line: window.line + 1)
            return (line, window.offset + start)
        }
    }
}
