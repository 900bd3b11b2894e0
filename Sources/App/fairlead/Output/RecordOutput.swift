import Ciphers
import CommandLineParts
import Failures
import Foundation
import KeyRecordFormats
import KeyStore
import ProtectionTerms
import ReportTexts
import WipedMemory

/// The output of key records without keys, for people and scripts.
enum RecordOutput {
    /// Prints records, as text with a block for each key, or as JSON with lines of the neutral record.
    ///
    /// JSON has the length of the key in bits, `key_bits`, instead of the field `key`.
    static func print(_ keys: [ExportableKey], as format: OutputFormat) throws {
        switch format {
        case .json: try StandardOutput.write(lines(of: keys))
        case .text: try StandardOutput.write(keys.map { text(of: $0) }.joined(separator: "\n"))
        }
    }

    /// Writes the JSON lines of one key, for callers that write many keys.
    static func writeLines(of key: ExportableKey) throws(RunFailure) {
        try StandardOutput.write(lines(of: [key]))
    }

    /// Prints records like the other function, with the details that the store has about each key.
    static func print(_ keys: [(key: ExportableKey, details: KeyDetails)], as format: OutputFormat) throws {
        switch format {
        case .text:
            let blocks = keys.map { text(of: $0.key, and: $0.details.lines) }
            try StandardOutput.write(blocks.joined(separator: "\n"))
        case .json:
            for (key, details) in keys {
                for line in try lines(of: [key]).split(separator: "\n") {
                    try StandardOutput.write(adding(details.fields, to: line) + "\n")
                }
            }
        }
    }

    private static func lines(of keys: [ExportableKey]) throws(RunFailure) -> String {
        let lines = try JSONLinesExporter.format(includesKeys: false).export(keys)
        return lines.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
    }

    private static func adding(_ fields: [String: Any], to line: Substring) throws -> String {
        let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        let object = record.merging(fields) { mine, _ in mine }
        let data = try JSONSerialization.data(
            withJSONObject: object,
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(of key: ExportableKey, and details: [(name: String, value: String)] = [])
        -> String
    {
        var lines = lines(of: key)
        for signalling in key.signalling { lines += self.lines(of: signalling) }
        lines += details
        let width = lines.map(\.name.count).max() ?? 0
        return lines.map { name, value in
            name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + value + "\n"
        }
        .joined()
    }

    private static func lines(of key: ExportableKey) -> [(name: String, value: String)] {
        let identity = key.record.identity
        var lines: [(name: String, value: String)] = [
            ("key id", key.record.keyID.uuidString.lowercased()),
            ("content id", identity.contentID.value),
            ("track", identity.track),
            ("period", "\(identity.period)"),
            ("generation", "\(identity.generation)"),
            ("state", key.state.rawValue),
            ("key", "<wrapped>"),
            ("key length", "\(8 * key.record.key.length.byteCount) bits"),
        ]
        if let iv = key.record.usedIV { lines.append(("iv", iv.hexadecimal)) }
        lines.append(("created", key.record.createdAt.formatted(.iso8601)))
        if let policy = key.policy {
            lines.append(("policy", "version \(policy.version): \(policy.terms.text)"))
        }
        return lines
    }

    private static func lines(of signalling: Signalling) -> [(name: String, value: String)] {
        let properties = [
            signalling.system, signalling.method, signalling.scheme, signalling.template ?? "no template",
        ]
        return [
            ("key uri", signalling.keyURI),
            ("  signalled", properties.compactMap(\.self).joined(separator: ", ")),
            ("  tree", signalling.tree),
        ] + signalling.assetIDs.map { ("  asset id", "\($0.id) (\($0.rule), \($0.hex))") }
    }
}
