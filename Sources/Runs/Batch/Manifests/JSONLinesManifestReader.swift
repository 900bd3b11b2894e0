import Failures
import TextFormats

/// Reads a JSON Lines manifest: one object per title, each on one line.
///
/// Lines of only whitespace are skipped.
struct JSONLinesManifestReader {
    private let content: ManifestContent

    init(_ content: ManifestContent) {
        self.content = content
    }

    /// Reads all titles into `collector`.
    func read(into collector: inout ManifestTitleCollector) throws(RunFailure) {
        var reader = JSONObjectReader(content)
        var (start, line) = (content.start, 0)
        while start < content.bytes.count {
            let end = content.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? content.bytes.count
            line += 1
            if let members = try reader.object(in: start..<end) {
                try add(members, line, start..<end, &collector)
            }
            start = end + 1
        }
    }

    private func add(
        _ members: [JSONObjectReader.Member],
        _ line: Int,
        _ range: Range<Int>,
        _ collector: inout ManifestTitleCollector
    ) throws(RunFailure) {
        var cells: [ManifestCell] = []
        cells.reserveCapacity(members.count)
        for member in members {
            // A location is computed only for an error, since that takes a pass over the manifest.
            var location: TextLocation { content.location(of: member.offset) }
            guard !member.name.isEmpty else { throw .namelessColumn(location) }
            guard let key = collector.keyOnce(of: member.name, line: line) else {
                throw .columnTwice(location, member.name, first: member.name)
            }
            guard !member.isList || key == ManifestColumn.input else {
                throw .nestedValue(location, column: member.name)
            }
            for text in member.texts {
                cells.append(ManifestCell(name: member.name, key: key, text: text))
            }
        }
        let endsWithCRLF =
            range.upperBound > range.lowerBound && content.bytes[range.upperBound - 1] == UInt8(ascii: "\r")
        try collector.add(
            cells,
            at: TextLocation(in: content.source, line: line),
            range: endsWithCRLF ? range.dropLast() : range
        )
    }
}
