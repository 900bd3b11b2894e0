/// How a manifest is written.
package enum ManifestFormat: String, CaseIterable, Hashable, Sendable {
    /// Comma-separated values with a header (RFC 4180).
    case csv
    /// One JSON object (RFC 8259) a line.
    case jsonLines
    /// A list of mappings (YAML 1.1, as libyaml reads it).
    case yaml

    /// The endings of files of this format, without the dot.
    package var endings: [String] {
        switch self {
        case .csv: ["csv"]
        case .jsonLines: ["jsonl", "ndjson", "json"]
        case .yaml: ["yaml", "yml"]
        }
    }

    /// The format that the ending of `path` tells, in either case; nil if it tells none.
    package init?(path: String) {
        guard let format = Self.allCases.first(where: { $0.endings.contains(Self.ending(of: path)) }) else {
            return nil
        }
        self = format
    }

    /// What follows the last dot of the last component, in lower case; empty without one.
    static func ending(of path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return (String(name[name.index(after: dot)...]) ?? "").lowercased()
    }
}
