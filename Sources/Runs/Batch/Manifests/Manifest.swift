import Ciphers
package import Failures
import TextFormats

/// A manifest of a batch: titles with their options.
///
/// Titles of CSV and JSON Lines are read when they are asked for, so that a manifest of any size takes 16 bytes of
/// memory a title. Titles of YAML are all in memory.
package struct Manifest: Sendable {
    /// The path of the file, for messages.
    package let source: String
    /// The format of the file.
    let format: ManifestFormat
    /// The SHA-256 of the file.
    package let digest: [UInt8]
    /// The columns in order of first mention, one per canonical name.
    package let columns: [ManifestColumn]
    /// The number of titles; never 0.
    package let titleCount: Int

    let contents: ManifestContents

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - format: the format of the file.
    ///   - source: the path of the file, for messages.
    /// - Throws: `RunFailure` if the manifest is malformed or too large.
    package init(bytes: [UInt8], format: ManifestFormat, source: String) throws(RunFailure) {
        try self.init(bytes: bytes, format: format, source: source, limits: .standard)
    }

    init(
        bytes: [UInt8],
        format: ManifestFormat,
        source: String,
        limits: ManifestLimits
    ) throws(RunFailure) {
        guard bytes.count <= limits.bytes(of: format) else {
            throw .manifestTooLarge(source, maximum: limits.bytes(of: format))
        }
        try self.init(ManifestText(bytes, source: source), format, limits)
    }

    /// Reads a manifest from a file, in the format that the file name extension implies.
    ///
    /// - Parameter path: a file, which has to stay as it is, or a named pipe.
    /// - Returns: the manifest.
    /// - Throws: `RunFailure` if the file cannot be read, is too large or is malformed.
    package static func load(file path: String) throws(RunFailure) -> Manifest {
        guard let format = ManifestFormat(path: path) else {
            throw .unknownManifestFormat(path)
        }
        let limits = ManifestLimits.standard
        return try Manifest(ManifestText(file: path, maximum: limits.bytes(of: format)), format, limits)
    }

    private init(_ text: ManifestText, _ format: ManifestFormat, _ limits: ManifestLimits) throws(RunFailure)
    {
        var collector = ManifestTitleCollector(limits)
        switch format {
        case .csv: (contents, digest) = try ManifestContents.read(text, CSVManifestFormat(), &collector)
        case .jsonLines:
            (contents, digest) = try ManifestContents.read(text, JSONLinesManifestFormat(), &collector)
        case .yaml: (contents, digest) = try ManifestContents.readYAML(text, &collector)
        }
        guard collector.titleCount > 0 else { throw .noTitles(TextLocation(in: text.source)) }
        source = text.source
        self.format = format
        (columns, titleCount) = (collector.columns, collector.titleCount)
    }

    /// Returns a cursor for one thread.
    package func makeCursor() throws(RunFailure) -> ManifestCursor {
        try ManifestCursor(source, contents)
    }

    /// Calls `body` with titles, one after the other.
    ///
    /// - Parameters:
    ///   - indices: the positions of the titles, in ascending order for speed; nil for all.
    ///   - body: called with each title.
    /// - Throws: `RunFailure` if the manifest cannot be read any more, and the errors of `body`.
    package func forEachTitle(
        in indices: ShardTitles? = nil,
        _ body: (ManifestTitle) throws -> Void
    ) throws {
        let cursor = try makeCursor()
        for index in indices ?? ShardTitles(of: nil, among: titleCount) { try body(cursor.title(at: index)) }
    }
}

/// The limits on the size of a manifest.
struct ManifestLimits {
    static let standard = ManifestLimits(bytes: 1 << 30, yamlBytes: 1 << 26, titles: 4_000_000)

    let bytes: Int
    /// The limit for YAML, in bytes; lower because the parser holds the whole document in memory as nodes.
    let yamlBytes: Int
    let titles: Int
    /// The number of bytes that are read at once.
    var pieceByteCount = 1 << 18

    func bytes(of format: ManifestFormat) -> Int {
        format == .yaml ? min(bytes, yamlBytes) : bytes
    }
}

extension Manifest {
    /// Throws if the manifest has a column that is not known.
    ///
    /// - Parameter known: the canonical names; `input` and `content_id` are always known.
    /// - Throws: `RunFailure` at the header, or at the first title with the unknown key.
    package func checkColumns(known: Set<String>) throws(RunFailure) {
        let all = known.union([ManifestColumn.input, ManifestColumn.contentID])
        guard let unknown = columns.first(where: { !all.contains($0.key) }) else { return }
        throw .unknownColumn(
            TextLocation(in: source, line: unknown.line),
            unknown.name,
            known: all.sorted()
        )
    }
}
