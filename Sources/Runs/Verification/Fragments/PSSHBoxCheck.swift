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
enum PSSHBoxCheck {
    /// Returns the findings about the `pssh` boxes of a `moov` box, and about missing ones.
    ///
    /// Throws `ParseError` for a box that cannot be read.
    static func findings(_ target: VerificationItem, _ movieBox: BoxNode) throws(ParseError) -> [Finding] {
        let keys = target.sectionUse.keys
        guard !keys.isEmpty, !target.sectionUse.isIncomplete, target.comparesKeyIDs else { return [] }
        var findings: [Finding] = []
        var named: [ProtectionSystem: Set<UUID>] = [:]
        var hasUnknown = false
        for node in movieBox.all("pssh") {
            let header = try ProtectionSystemSpecificHeaderBox(node.box)
            let document: KeyURIDocument
            do throws(ParseError) {
                document = try KeyURIDocument(header)
            } catch {
                findings.append(
                    target.finding(
                        .signalling,
                        "the data of a 'pssh' box are malformed: \(error.found), expected \(error.expected)"
                    )
                )
                continue
            }
            findings += faults(of: document, keys, target)
            if let system = document.system {
                named[system, default: []].formUnion(document.keyIDs)
            } else {
                hasUnknown = true
            }
        }
        return findings + missing(named, keys, target, isReplaced: hasUnknown)
    }

    private static func faults(
        of document: KeyURIDocument,
        _ keys: [InitializationSectionUse.Key],
        _ target: VerificationItem
    ) -> [Finding] {
        // The data of an unknown system cannot be interpreted.
        guard let system = document.system else { return [] }
        if let clients = target.sectionUse.systems, system != .common,
            !clients.contains(where: { ProtectionSystem($0) == system })
        {
            return []
        }
        let finding = { (fault: String, isOfKeyID: Bool) in
            var finding = target.finding(.signalling, "the 'pssh' box of \(system.name) \(fault)")
            finding.isOfKeyID = isOfKeyID
            return finding
        }
        let records = keys.map(\.record)
        var findings: [Finding] = []
        if let fault = document.faults.first ?? KeyDocumentCheck.wrongChecksum(in: document, of: records) {
            findings.append(finding(fault, true))
        }
        if let others = KeyDocumentCheck.otherKeys(in: document, than: records) {
            var others = finding(others, true)
            others.mayBeOfCutSegments = true
            findings.append(others)
        }
        if let scheme = document.scheme, let expected = keys.first?.scheme, scheme != expected {
            findings.append(finding("has scheme \(scheme.rawValue) (expected \(expected.rawValue))", false))
        }
        return findings
    }

    private static func missing(
        _ named: [ProtectionSystem: Set<UUID>],
        _ keys: [InitializationSectionUse.Key],
        _ target: VerificationItem,
        isReplaced: Bool
    ) -> [Finding] {
        var findings: [Finding] = []
        for key in keys {
            for system in key.systems {
                guard let header = ProtectionSystem(system), named[header]?.contains(key.record.keyID) != true
                else { continue }
                let message =
                    "the initialization section has no 'pssh' box of \(header.name) for key "
                    + key.record.keyID.uuidString.lowercased()
                // A box of the system without this key, or one of an unknown system, is there in its place.
                let isError = isReplaced || named[header] != nil
                var finding = target.finding(.signalling, message, severity: isError ? .error : .warning)
                finding.isOfKeyID = true
                findings.append(finding)
            }
        }
        return findings
    }
}
