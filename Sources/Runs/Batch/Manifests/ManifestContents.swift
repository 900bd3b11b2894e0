import Ciphers
package import Failures
import TextFormats

/// The titles of a manifest, and how to read one of them.
enum ManifestContents: Sendable {
    /// Titles that are read from their records.
    case records(ManifestText, any ManifestRecordFormat, ManifestIndex)
    /// Titles in memory.
    case titles([ManifestTitle])

    /// Reads a manifest of records; returns its titles and the SHA-256 of its bytes.
    static func read(
        _ text: ManifestText,
        _ format: some ManifestRecordFormat,
        _ collector: inout ManifestTitleCollector
    ) throws(RunFailure) -> (ManifestContents, digest: [UInt8]) {
        var format = format
        var window = try ManifestWindow.start(of: text, pieceByteCount: collector.limits.pieceByteCount)
        var (index, contentIDs) = (ManifestIndex(), ByteStringHashes())
        try format.read(&window, &collector) { (title, records, range) throws(RunFailure) in
            if !contentIDs.insert(title.contentID.utf8) {
                let location = TextLocation(in: text.source, line: title.line)
                let cursor = try ManifestCursor(text.source, .records(text, records, index))
                try refuseRepeated(title.contentID, at: location, cursor, count: index.count)
            }
            index.append(range, line: title.line)
        }
        return (.records(text, format, index), window.digest())
    }

    /// Reads a manifest in YAML; returns its titles and the SHA-256 of its bytes.
    static func readYAML(
        _ text: ManifestText,
        _ collector: inout ManifestTitleCollector
    ) throws(RunFailure) -> (ManifestContents, digest: [UInt8]) {
        var window = try ManifestWindow.start(of: text, pieceByteCount: collector.limits.pieceByteCount)
        while !window.isAtEnd { try window.extend() }
        let content = window.content
        var (titles, contentIDs): ([ManifestTitle], _) = ([], ByteStringHashes())
        try YAMLManifestReader(content).read(&collector) { (title, location) throws(RunFailure) in
            if !contentIDs.insert(title.contentID.utf8) {
                let cursor = try ManifestCursor(text.source, .titles(titles))
                try refuseRepeated(title.contentID, at: location, cursor, count: titles.count)
            }
            titles.append(title)
        }
        return (.titles(titles), window.digest())
    }

    /// Throws if one of the first `count` titles has this content id; ids are compared byte by byte, without Unicode
    /// normalization.
    private static func refuseRepeated(
        _ contentID: String,
        at location: TextLocation,
        _ cursor: ManifestCursor,
        count: Int
    ) throws(RunFailure) {
        for index in 0..<count {
            let earlier = try cursor.title(at: index)
            guard earlier.contentID.utf8.elementsEqual(contentID.utf8) else { continue }
            throw .contentIDTwice(location, contentID, firstLine: earlier.line)
        }
    }
}

/// A reader of single titles of a manifest, in any order, for one thread.
package struct ManifestCursor {
    private let source: String
    private let contents: ManifestContents
    private let reader: ManifestTextReader?

    init(_ source: String, _ contents: ManifestContents) throws(RunFailure) {
        (self.source, self.contents) = (source, contents)
        if case .records(let text, _, _) = contents { reader = try text.makeReader() } else { reader = nil }
    }

    /// Returns a title.
    ///
    /// - Parameter index: the position among the titles, from 0.
    /// - Returns: the title.
    /// - Throws: `RunFailure` if the manifest cannot be read any more, or was changed since it was read first.
    package func title(at index: Int) throws(RunFailure) -> ManifestTitle {
        switch contents {
        case .titles(let titles): return titles[index]
        case .records(_, let format, let offsets):
            let (range, line) = offsets.record(index)
            let record = ManifestContent(try bytes(range), line: line, source: source)
            return ManifestTitle(index: index, line: line, cells: try format.cells(of: record))
        }
    }

    /// Returns the text of a title, as a line or lines of a manifest in the same format.
    ///
    /// CSV rows and JSON objects are copied byte for byte. YAML is written anew, with the defaults in each title, so
    /// only its meaning is the same.
    package func text(of title: ManifestTitle) throws(RunFailure) -> [UInt8] {
        switch contents {
        case .titles: YAMLTitleWriter.text(of: title)
        case .records(_, let format, let offsets):
            try bytes(offsets.record(title.index).range) + format.recordEnd
        }
    }

    /// The text before the titles of a manifest in the same format: the header of CSV, otherwise nothing.
    package var header: [UInt8] {
        if case .records(_, let format, _) = contents { format.header } else { [] }
    }

    private func bytes(_ range: Range<Int>) throws(RunFailure) -> [UInt8] {
        guard let reader else { return [] }
        let bytes = try reader.bytes(range)
        guard bytes.count == range.count else { throw .manifestModified(source) }
        return bytes
    }
}
