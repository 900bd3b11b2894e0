import CPIXDocuments
import Ciphers
import Foundation
import TextFormats

/// A CPIX document as JSON, with its keys.
struct DocumentReport: Encodable {
    struct Key: Encodable {
        let kid: String
        let contentID: String?
        let key: String?
        let iv: String?
        let scheme: String?
        let form: String
        let dependsOnKey: String?
    }

    struct System: Encodable {
        let systemID: String
        let kid: String
        let pssh: String?
        let contentProtectionData: String?
        let keyURI: String?
        let keyFormat: String?
        let keyFormatVersions: String?
        let media: [String]?
        let multivariant: [String]?
    }

    struct Rule: Encodable {
        let kid: String
        let trackType: String?
        let periods: [String]
        let labels: [String]
        let video: [String]
        let audio: [String]
        let bitrates: [String]
        let unknown: [String]
    }

    let contentID: String?
    let version: String?
    let keys: [Key]
    let systems: [System]
    let periods: [String]
    let rules: [Rule]
    let recipients: [String]
    let signatures: [String]

    init(_ document: CPIXDocument) {
        contentID = document.contentID ?? document.id
        version = document.version
        keys = document.contentKeys.map { Key($0, in: document) }
        systems = document.drmSystems.map(System.init)
        periods = document.periods.map { period in
            let attributes = period.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([period.id, period.index.map { "\($0)" } ?? ""] + attributes).joined(separator: " ")
        }
        rules = document.usageRules.map(Rule.init)
        recipients = document.deliveries.map { $0.subject ?? "unknown" }
        signatures = document.signatures.map { signature in
            switch signature.coverage {
            case .document: "\(signature.certificate.subject): document"
            case .elements(let ids): "\(signature.certificate.subject): \(ids.joined(separator: " "))"
            }
        }
    }
}

extension DocumentReport.Key {
    init(_ key: CPIXContentKey, in document: CPIXDocument) {
        kid = key.kid.uuidString.lowercased()
        contentID = document.contentID(of: key)
        self.key = key.key?.withSpan { Hexadecimal.encode($0) }
        iv = key.explicitIV?.hexadecimal
        scheme = key.scheme
        form = key.form.rawValue
        dependsOnKey = key.dependsOnKey?.uuidString.lowercased()
    }
}

extension DocumentReport.System {
    init(_ system: CPIXDRMSystem) {
        systemID = system.systemID.uuidString.lowercased()
        kid = system.kid.uuidString.lowercased()
        pssh = system.pssh.map { Hexadecimal.encode($0) }
        contentProtectionData = system.contentProtectionData.map { String(decoding: $0, as: UTF8.self) }
        keyURI = system.keyURI
        keyFormat = system.keyFormat
        keyFormatVersions = system.keyFormatVersions
        media = system.mediaLines
        multivariant = system.multivariantLines
    }
}

extension DocumentReport.Rule {
    init(_ rule: CPIXUsageRule) {
        func text(_ values: Any?...) -> String {
            values.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
        }
        kid = rule.kid.uuidString.lowercased()
        trackType = rule.intendedTrackType
        periods = rule.periodIDs
        labels = rule.labels
        video = rule.video.map { video in
            text(
                video.minimumPixels,
                video.maximumPixels,
                video.minimumFramesPerSecond,
                video.maximumFramesPerSecond,
                video.isHDR,
                video.isWideColorGamut
            )
        }
        audio = rule.audio.map { text($0.minimumChannels, $0.maximumChannels) }
        bitrates = rule.bitrates.map { text($0.minimum, $0.maximum) }
        unknown = rule.unknownFilters
    }
}
