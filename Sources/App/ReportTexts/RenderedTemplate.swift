import Foundation
import KeyRecordFormats
package import Protection
import ProtectionTerms
package import ProviderTemplates
import WipedMemory

/// The rendering of a template for a key: lines of playlists, and the record.
package struct RenderedTemplate {
    let template: OnboardingTemplate
    let policy: ProtectionPolicy
    let preview: KeyPreview
    /// The options that were not given, and for which example values are shown.
    let examples: [String]

    /// Creates the rendering of a template.
    package init(
        template: OnboardingTemplate,
        policy: ProtectionPolicy,
        preview: KeyPreview,
        examples: [String]
    ) {
        self.template = template
        self.policy = policy
        self.preview = preview
        self.examples = examples
    }

    /// Returns the lines as written, then the record with one field per line.
    package func text() throws -> String {
        var text = "media playlist\n" + preview.keyLines.map { "\($0)\n" }.joined()
        text += "\nmultivariant playlist\n" + preview.sessionKeyLines.map { "\($0)\n" }.joined()
        for record in try records() {
            text += "\nkey record, as keys export gives it\n" + TextTable.text(try Self.rows(of: record))
        }
        return text + notes.map { "\nnote: \($0)\n" }.joined()
    }

    /// Returns the rendering as a JSON object.
    package func json() throws -> String {
        let object: [String: Any] = [
            "template": template.name,
            "method": policy.method.rawValue,
            "key_lines": preview.keyLines,
            "session_key_lines": preview.sessionKeyLines,
            "records": try records(),
            "examples": examples,
            "notes": notes,
        ]
        let data = try JSONSerialization.data(
            withJSONObject: object,
            options: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        )
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private var notes: [String] {
        var notes: [String] = []
        if !examples.isEmpty {
            let list = examples.joined(separator: ", ")
            notes.append("example values are shown for options that were not given: \(list)")
        }
        if policy.method.form == .paddedSegments, policy.ivMode == .segment {
            notes.append(
                "each segment has an IV of its own, derived from the key and the location of the segment"
            )
        }
        if policy.method.form == .authenticatedSegments {
            notes.append(
                "each segment begins with an IV of its own, derived from the key, the location and the media"
            )
        }
        if template.isTestOnly { notes.append("\(template.name) is for tests only") }
        return notes
    }

    /// Returns the neutral records, one for each line, without the key and the time of its creation.
    private func records() throws -> [[String: Any]] {
        let lines = try JSONLinesExporter.format(includesKeys: false).export([preview.key])
        let text = lines.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
        return try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            var record = object as? [String: Any] ?? [:]
            record["created_at"] = nil
            record["asset_ids"] = (record["asset_ids"] as? [[String: Any]])?.map(Self.withoutBytesOfSecrets)
            return record
        }
    }

    /// Removes the bytes of an asset id in which a secret is hidden by "…", because they are not those of the
    /// real id.
    private static func withoutBytesOfSecrets(_ assetID: [String: Any]) -> [String: Any] {
        guard (assetID["id"] as? String)?.contains("…") == true else { return assetID }
        var redacted = assetID
        redacted["hex"] = nil
        return redacted
    }

    /// The order of the fields in a neutral record.
    private static let fieldOrder = [
        "version", "content_id", "track", "period", "generation", "key_id", "iv", "method", "scheme",
        "key_format", "key_format_versions", "key_uri", "asset_ids",
    ]

    private static func rows(of record: [String: Any]) throws -> [[String]] {
        let names =
            fieldOrder.filter { record[$0] != nil } + record.keys.filter { !fieldOrder.contains($0) }.sorted()
        return names.flatMap { name in
            guard let assetIDs = record[name] as? [[String: Any]] else {
                return [[name, "\(record[name] ?? "")"]]
            }
            return assetIDs.map { assetID in
                let details = ["rule", "hex"].compactMap { assetID[$0] as? String }.joined(separator: ", ")
                return ["asset_id", "\(assetID["id"] ?? "") (\(details))"]
            }
        }
    }
}
