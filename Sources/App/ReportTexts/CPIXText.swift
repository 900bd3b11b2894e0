package import Inspection
import TextFormats

/// The human-readable description of a CPIX document.
package enum CPIXText {
    package static func text(of document: CPIXInspection) -> String {
        let blocks = [
            head(document), keys(document), systems(document), rules(document),
            list("PERIODS", document.periods),
            list("RECIPIENTS", document.recipients.map { $0.subject ?? "unknown" }),
            list("SIGNATURES", document.signatures.map(signature)),
        ]
        return InspectionText.printable(blocks.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private static func head(_ document: CPIXInspection) -> String {
        var line = "\(document.file): CPIX" + (document.version.map { " \($0)" } ?? "")
        if let id = document.contentID ?? document.id { line += " of content \(id)" }
        return line + ", " + CountText.text(document.keys.count, "key") + "\n"
    }

    private static func keys(_ document: CPIXInspection) -> String {
        guard !document.keys.isEmpty else { return "" }
        var table = TextTable("KEY ID", "KEY", "SCHEME", "IV", "CONTENT ID", "ROOT KEY", "HDCP")
        for key in document.keys {
            table.add(
                key.keyID,
                key.form,
                key.scheme ?? "",
                key.iv ?? "",
                key.contentID ?? "",
                key.dependsOnKey ?? "",
                key.hdcpLevel ?? ""
            )
        }
        return table.text
    }

    private static func systems(_ document: CPIXInspection) -> String {
        guard !document.systems.isEmpty else { return "" }
        var text = "SYSTEMS\n"
        for system in document.systems {
            text += "\(system.name ?? system.systemID) of \(system.keyID)"
            text += system.psshBytes.map { ", pssh of " + CountText.text($0, "byte") } ?? ""
            text += "\n" + (system.keyURI.map { "  URI \($0)\n" } ?? "")
            for line in system.media ?? [] { text += "  media: \(line)\n" }
            for line in system.multivariant ?? [] { text += "  multivariant: \(line)\n" }
        }
        return text
    }

    private static func rules(_ document: CPIXInspection) -> String {
        guard !document.rules.isEmpty else { return "" }
        var table = TextTable("RULE OF", "TRACKS", "FILTERS")
        for rule in document.rules {
            table.add(rule.keyID, rule.trackType ?? "", rule.filters.joined(separator: ", "))
        }
        return table.text
    }

    private static func signature(_ signature: CPIXInspection.Party) -> String {
        (signature.subject ?? "unknown") + " signed " + (signature.covers ?? []).joined(separator: ", ")
    }

    private static func list(_ heading: String, _ items: [String]) -> String {
        items.isEmpty ? "" : ([heading] + items).joined(separator: "\n") + "\n"
    }
}
