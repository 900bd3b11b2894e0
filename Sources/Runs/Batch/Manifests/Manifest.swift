import Ciphers
import TextFormats

/// A manifest of a batch: titles with their options.
///
/// It keeps the bytes of the file, so that a manifest of some titles can be written with the original rows.
package struct Manifest: Hashable, Sendable {
    /// The path of the file, for messages.
    package let source: String
    /// The format of the file.
    let format: ManifestFormat
    /// The SHA-256 of the file.
    package let digest: [UInt8]
    /// The columns in order of first mention, one per canonical name.
    package let columns: [ManifestColumn]
    /// The titles in file order; never empty.
    package let titles: [ManifestTitle]

    let bytes: [UInt8]
    /// The byte range of the CSV header, without its line end; nil for other formats.
    let header: Range<Int>?

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - format: the format of the file.
    ///   - source: the path of the file, for messages.
    /// - Throws: `ManifestError` if the manifest is malformed or too large.
    package init(bytes: [UInt8], format: ManifestFormat, source: String) throws(ManifestError) {
        try self.init(bytes: bytes, format: format, source: source, limits: .standard)
    }

    init(
        bytes: [UInt8],
        format: ManifestFormat,
        source: String,
        limits: ManifestLimits
    ) throws(ManifestError) {
        let content = try ManifestContent(bytes, source: source, maximum: limits.bytes(of: format))
        var collector = ManifestTitleCollector(maximumTitles: limits.titles)
        switch format {
        case .csv: header = try CSVManifestReader(content).read(into: &collector)
        case .jsonLines:
            try JSONLinesManifestReader(content).read(into: &collector)
            header = nil
        case .yaml:
            try YAMLManifestReader(content).read(into: &collector)
            header = nil
        }
        guard !collector.titles.isEmpty else { throw ManifestError(at: TextLocation(in: source), .noTitles) }
        self.source = source
        self.format = format
        self.bytes = bytes
        digest = SHA256.digest(of: bytes)
        (columns, titles) = (collector.columns, collector.titles)
    }
}

/// The limits on the size of a manifest.
struct ManifestLimits {
    static let standard = ManifestLimits(bytes: 1 << 30, yamlBytes: 1 << 26, titles: 1_000_000)

    let bytes: Int
    /// The limit for YAML, in bytes; lower because the parser holds the whole document in memory as nodes.
    let yamlBytes: Int
    let titles: Int

    func bytes(of format: ManifestFormat) -> Int {
        format == .yaml ? min(bytes, yamlBytes) : bytes
    }
}
