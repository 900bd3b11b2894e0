import Bitstreams
import FoundationEssentials
import ISOBaseMedia
import Inspection
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// Checks that the `pssh` boxes of an initialization section name the keys of its segments, and their scheme.
///
/// They may name no other keys. If a key system of the key lines has no box for a key, this is a warning: its
/// URI may say the same, and `rewrite` adds no boxes. It is an error if a box of that system or of an unknown
/// one names another key or none.
enum PSSHBoxCheck: SectionCheck {
    /// Returns the findings about the `pssh` boxes, and about missing ones.
    static func findings(on contents: SectionContents) throws(ParseError) -> [Finding] {
        let item = contents.item
        let keys = item.sectionUse.keys
        guard !keys.isEmpty, !item.sectionUse.isIncomplete, item.comparesKeyIDs else { return [] }
        var findings: [Finding] = []
        var keyIDsBySystem: [ProtectionSystem: Set<UUID>] = [:]
        var hasUnknownSystem = false
        for node in contents.movieBox.all("pssh") {
            let header = try ProtectionSystemSpecificHeaderBox(node.box)
            let document: KeyURIDocument
            do throws(ParseError) {
                document = try KeyURIDocument(header)
            } catch {
                findings.append(
                    item.finding(
                        .signalling,
                        "the data of a 'pssh' box are malformed: \(error.found), expected \(error.expected)"
                    )
                )
                continue
            }
            findings += faults(of: document, keys, item)
            if let system = document.system {
                keyIDsBySystem[system, default: []].formUnion(document.keyIDs)
            } else {
                hasUnknownSystem = true
            }
        }
        return findings + missingBoxFindings(keyIDsBySystem, keys, item, hasUnknownSystem: hasUnknownSystem)
    }

    private static func faults(
        of document: KeyURIDocument,
        _ keys: [InitializationSectionUse.Key],
        _ item: VerificationItem
    ) -> [Finding] {
        // The data of an unknown system cannot be interpreted.
        guard let system = document.system else { return [] }
        if let clientSystems = item.sectionUse.clientSystems, system != .common,
            !clientSystems.contains(where: { ProtectionSystem($0) == system })
        {
            return []
        }
        let finding = { (fault: String, isAboutKeyID: Bool) in
            var finding = item.finding(.signalling, "the 'pssh' box of \(system.name) \(fault)")
            finding.isAboutKeyID = isAboutKeyID
            return finding
        }
        let records = keys.map(\.record)
        var findings: [Finding] = []
        if let fault = document.faults.first ?? KeyDocumentCheck.wrongChecksum(in: document, of: records) {
            findings.append(finding(fault, true))
        }
        if let others = KeyDocumentCheck.otherKeys(in: document, than: records) {
            var otherKeyFinding = finding(others, true)
            otherKeyFinding.mayBeOfCutSegments = true
            findings.append(otherKeyFinding)
        }
        if let scheme = document.scheme, let expected = keys.first?.scheme, scheme != expected {
            findings.append(finding("has scheme \(scheme.rawValue) (expected \(expected.rawValue))", false))
        }
        return findings
    }

    private static func missingBoxFindings(
        _ keyIDsBySystem: [ProtectionSystem: Set<UUID>],
        _ keys: [InitializationSectionUse.Key],
        _ item: VerificationItem,
        hasUnknownSystem: Bool
    ) -> [Finding] {
        var findings: [Finding] = []
        for key in keys {
            for system in key.systems {
                guard let protectionSystem = ProtectionSystem(system),
                    keyIDsBySystem[protectionSystem]?.contains(key.record.keyID) != true
                else { continue }
                let message =
                    "the initialization section has no 'pssh' box of \(protectionSystem.name) for key "
                    + key.record.keyID.uuidString.lowercased()
                // A box of the system without this key, or one of an unknown system, is there in its place.
                let isError = hasUnknownSystem || keyIDsBySystem[protectionSystem] != nil
                var finding = item.finding(.signalling, message, severity: isError ? .error : .warning)
                finding.isAboutKeyID = true
                findings.append(finding)
            }
        }
        return findings
    }
}
