/// The file format of a manifest.
package enum ManifestFormat: String, CaseIterable, Hashable, Sendable {
    /// Comma-separated values with a header (RFC 4180).
    case csv
    /// One JSON object (RFC 8259) per line.
    case jsonLines
    /// A list of mappings (YAML 1.1, as libyaml reads it).
    case yaml

    /// The file name extensions of the format, in lower case, without the dot.
    var endings: [String] {
        switch self {
        case .csv: ["csv"]
        case .jsonLines: ["jsonl", "ndjson", "json"]
        case .yaml: ["yaml", "yml"]
        }
    }

    /// Creates the format that the extension of `path` implies, ignoring case; nil if it implies none.
    init?(path: String) {
        guard let format = Self.allCases.first(where: { $0.endings.contains(Self.ending(of: path)) }) else {
            return nil
        }
        self = format
    }

    /// Returns the extension of the last path component in lower case, or an empty string if it has none.
    static func ending(of path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return (String(name[name.index(after: dot)...]) ?? "").lowercased()
    }
}
