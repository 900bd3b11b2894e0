import CPIXDocuments
import Ciphers
package import Failures
import FoundationEssentials
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms
import WipedMemory

/// Inspects CPIX documents without private keys and without decrypting anything.
package enum CPIXInspector {
    /// The largest document that the reader accepts, in bytes.
    private static let byteLimit: UInt64 = 16 << 20

    /// Inspects the document at `path`.
    package static func inspect(_ path: String) throws(RunFailure) -> CPIXInspection {
        var contents = try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            try InputFile.contents(of: path, limit: byteLimit + 1)
        }
        defer { secureErase(&contents) }
        do {
            return inspection(of: try CPIXReader.read(SecretBytes(copying: contents)), path)
        } catch {
            throw error.missingLibrary.map { .missingLibrary($0) }
                ?? RunFailure(.malformed, at: path, error.description)
        }
    }

    private static func inspection(of document: CPIXDocument, _ path: String) -> CPIXInspection {
        CPIXInspection(
            file: path,
            version: document.version,
            id: document.id,
            contentID: document.contentID,
            keys: document.contentKeys.map { key(of: $0, in: document) },
            systems: document.drmSystems.map(system),
            periods: document.periods.map(periodDescription),
            rules: document.usageRules.map { rule in
                CPIXInspection.Rule(
                    keyID: uuidText(rule.kid),
                    trackType: rule.intendedTrackType,
                    filters: CPIXFilterDescription.descriptions(of: rule)
                )
            },
            recipients: document.deliveries.map { .init(subject: $0.subject ?? $0.name, covers: nil) },
            signatures: document.signatures.map { signature in
                switch signature.coverage {
                case .document: .init(subject: signature.certificate.subject, covers: ["document"])
                case .elements(let ids): .init(subject: signature.certificate.subject, covers: ids)
                }
            }
        )
    }

    private static func key(of key: CPIXContentKey, in document: CPIXDocument) -> CPIXInspection.Key {
        CPIXInspection.Key(
            keyID: uuidText(key.kid),
            contentID: document.contentID(of: key),
            scheme: document.scheme(of: key),
            iv: key.explicitIV?.hexadecimal,
            dependsOnKey: key.dependsOnKey.map(uuidText),
            hdcpLevel: key.hdcpLevel,
            form: key.form.rawValue
        )
    }

    private static func system(of system: CPIXDRMSystem) -> CPIXInspection.System {
        CPIXInspection.System(
            systemID: uuidText(system.systemID),
            name: name(of: system.systemID) ?? system.name,
            keyID: uuidText(system.kid),
            psshBytes: system.pssh.map(\.count),
            keyURI: system.keyURI.map(KeyDescription.redactedURI),
            media: system.mediaLines.map { $0.map(redactedLine) },
            multivariant: system.multivariantLines.map { $0.map(redactedLine) }
        )
    }

    /// Returns the name of a key system; the system ids that AWS uses for AES-128 without DRM give `AES-128`.
    private static func name(of id: UUID) -> String? {
        if id == KeySystem.commonSystemID { return ProtectionSystem.common.name }
        guard let system = KeySystem.namedSystems.first(where: { $0.systemIDs.contains(id) }) else {
            return nil
        }
        return system == .identity ? ProtectionMethod.aes128.playlistName : system.title
    }

    /// Redacts a playlist line: the URI of a key tag, and all attributes of other tags.
    private static func redactedLine(_ line: String) -> String {
        let uriStart = "URI=\""
        guard line.hasPrefix("#EXT-X-KEY:") || line.hasPrefix("#EXT-X-SESSION-KEY:") else {
            return line.hasPrefix("#") ? String(line.prefix { $0 != ":" }) : "…"
        }
        let parts = line.split(separator: uriStart, omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            let end = part.firstIndex(of: "\"") ?? part.endIndex
            return text + uriStart + KeyDescription.redactedURI(String(part[..<end])) + part[end...]
        }
    }

    private static func periodDescription(_ period: CPIXPeriod) -> String {
        let index = period.index.map { ["index \($0)"] } ?? []
        let label = period.label.map { ["label \($0)"] } ?? []
        let times = period.attributes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return ([period.id] + index + label + times).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func uuidText(_ id: UUID) -> String { id.uuidString.lowercased() }
}

/// Descriptions of the filters of a CPIX usage rule.
enum CPIXFilterDescription {
    static func descriptions(of rule: CPIXUsageRule) -> [String] {
        rule.periodIDs.map { "period \($0)" } + rule.labels.map { "label \($0)" } + rule.video.map(video)
            + rule.audio.map { "audio" + range($0.minimumChannels, $0.maximumChannels, "channels") }
            + rule.bitrates.map { "bitrate" + range($0.minimum, $0.maximum, "bit/s") }
            + rule.unknownFilters.map { "unknown \($0)" }
    }

    private static func video(_ video: CPIXUsageRule.Video) -> String {
        var description = "video" + range(video.minimumPixels, video.maximumPixels, "pixels")
        // The minimum frame rate is exclusive.
        let above = video.minimumFramesPerSecond.map { " above \($0)" } ?? ""
        let upTo = video.maximumFramesPerSecond.map { " up to \($0)" } ?? ""
        if !(above + upTo).isEmpty { description += above + upTo + " frames/s" }
        if let isHDR = video.isHDR { description += isHDR ? " HDR" : " SDR" }
        if let isWide = video.isWideColorGamut { description += isWide ? " wide gamut" : " standard gamut" }
        return description
    }

    private static func range(_ minimum: Int?, _ maximum: Int?, _ unit: String) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): " \(minimum) to \(maximum) \(unit)"
        case (let minimum?, nil): " from \(minimum) \(unit)"
        case (nil, let maximum?): " up to \(maximum) \(unit)"
        case (nil, nil): ""
        }
    }
}
