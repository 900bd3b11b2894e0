import Ciphers
import TextFormats

/// The titles of a batch, with what is said of each.
///
/// The file is read whole and kept, so that a manifest of some titles can be written as the file has them.
package struct Manifest: Hashable, Sendable {
    /// The path, for messages.
    package let source: String
    /// How it is written.
    package let format: ManifestFormat
    /// The SHA-256 of its bytes.
    package let digest: [UInt8]
    /// The columns in the order in which they are first named; one for each canonical name.
    package let columns: [ManifestColumn]
    /// The titles in order; never empty.
    package let titles: [ManifestTitle]

    let bytes: [UInt8]
    /// The bytes of the header, without its line end; nil if the format has none.
    let header: Range<Int>?

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: how it is written.
    ///   - source: its path, for messages.
    /// - Throws: `ManifestError` for what cannot be understood.
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
        var collector = TitleCollector(maximumTitles: limits.titles)
        switch format {
        case .csv: header = try CSVManifestReader(content).read(into: &collector)
        case .jsonLines:
            try JSONLinesManifestReader(content).read(into: &collector)
            header = nil
        case .yaml:
            try YAMLManifestReader(content).read(into: &collector)
            header = nil
        }
        guard !collector.titles.isEmpty else { throw ManifestError(at: TextPlace(in: source), .noTitles) }
        self.source = source
        self.format = format
        self.bytes = bytes
        digest = SHA256.digest(of: bytes)
        (columns, titles) = (collector.columns, collector.titles)
    }
}

/// How large a manifest may be.
struct ManifestLimits {
    static let standard = ManifestLimits(bytes: 1 << 30, yamlBytes: 1 << 26, titles: 1_000_000)

    let bytes: Int
    /// Less than of other formats: all of a YAML file stands in memory as nodes before it can be read.
    let yamlBytes: Int
    let titles: Int

    func bytes(of format: ManifestFormat) -> Int {
        format == .yaml ? min(bytes, yamlBytes) : bytes
    }
}
