import Ciphers
import Foundation
import KeyRecordFormats
import KeyStore

/// Records for people and scripts, without keys.
enum RecordOutput {
    /// Text: a block a record.
    ///
    /// JSON: the neutral record, a line each, without the field `key`.
    static func print(_ keys: [ExportableKey], as format: OutputFormat) throws {
        switch format {
        case .json:
            let lines = try JSONLinesExporter(includesKeys: false).export(keys)
            let text = lines.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
            }
            try StandardOutput.write(text)
        case .text:
            try StandardOutput.write(keys.map(text).joined(separator: "\n"))
        }
    }

    private static func text(of key: ExportableKey) -> String {
        let identity = key.record.identity
        var lines = [
            ("key id", key.record.keyID.uuidString.lowercased()),
            ("content id", identity.contentID.value),
            ("track", identity.track),
            ("period", "\(identity.period)"),
            ("generation", "\(identity.generation)"),
            ("key", "<sealed>"),
            ("iv", key.record.iv.hexadecimal),
            ("created", key.record.createdAt.formatted(.iso8601)),
        ]
        for signalling in key.signalling {
            lines.append(("key uri", signalling.keyURI))
            lines.append(
                (
                    "  signalled",
                    "\(signalling.system), \(signalling.method), \(signalling.template ?? "no template")"
                )
            )
            lines.append(("  tree", signalling.tree))
            for assetID in signalling.assetIDs {
                lines.append(("  asset id", "\(assetID.id) (\(assetID.rule), \(assetID.hex))"))
            }
        }
        let width = lines.map(\.0.count).max() ?? 0
        return lines.map { $0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $1 + "\n" }.joined()
    }
}
