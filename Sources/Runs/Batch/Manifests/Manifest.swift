import Ciphers
package import Failures
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
        guard !collector.titles.isEmpty else { throw .noTitles(TextLocation(in: source)) }
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

extension Manifest {
    /// Returns a manifest of some of the titles, in the same format.
    ///
    /// CSV rows and JSON objects are copied byte for byte, rows after the same header. YAML is written anew,
    /// with the defaults in each title, so only its meaning is the same.
    ///
    /// - Parameter titles: titles of this manifest.
    /// - Returns: the bytes of the manifest; if there are no titles, only the header of a CSV manifest.
    package func contents(of titles: some Sequence<ManifestTitle>) -> [UInt8] {
        var contents: [UInt8] = []
        if let header {
            contents += bytes[header] + lineEnd
        }
        for title in titles {
            if format == .yaml {
                YAMLTitleWriter.write(title, to: &contents)
            } else {
                contents += bytes[title.range]
                contents += lineEnd
            }
        }
        return contents
    }

    /// The line end after the CSV header; LF for other formats.
    private var lineEnd: [UInt8] {
        guard let header, bytes[header.upperBound...].starts(with: [0x0D, 0x0A]) else { return [0x0A] }
        return [0x0D, 0x0A]
    }
}

/// Writes titles as YAML, with all keys and values in double quotes so that none is read as YAML syntax.
private enum YAMLTitleWriter {
    /// The longest key written on one line with its value, in bytes.
    ///
    /// libyaml reads such keys up to 1,024 characters.
    private static let longestSimpleKey = 1000

    static func write(_ title: ManifestTitle, to text: inout [UInt8]) {
        var isFirst = true
        for (index, cell) in title.cells.enumerated() {
            // All inputs were written with the first one; no other key of a title has several values.
            if index > 0, title.cells[index - 1].key == cell.key { continue }
            let values = title.cells[index...].prefix { $0.key == cell.key }.map { quoted($0.text) }
            let name = quoted(cell.name)
            text += isFirst ? "- ".utf8 : "  ".utf8
            text += name.utf8.count > longestSimpleKey ? "? \(name)\n  : ".utf8 : "\(name): ".utf8
            text += values.count == 1 ? values[0].utf8 : "[\(values.joined(separator: ", "))]".utf8
            text += "\n".utf8
            isFirst = false
        }
    }

    /// Returns a double-quoted scalar (YAML 1.2.2 section 7.3.1).
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            // The scan for aliases before parsing could take an asterisk for one.
            case "*": quoted += "\\x2A"
            case " "..."~", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}",
                "\u{FF00}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
