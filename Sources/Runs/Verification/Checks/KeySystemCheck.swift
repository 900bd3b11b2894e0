import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Checks that all encrypted media of a title have key lines of the same key systems.
///
/// A client of a system that one rendition lacks stops there. Lines of one key and system must also agree on
/// KEYID and KEYFORMATVERSIONS.
struct KeySystemCheck: PresentationCheck {
    /// The attributes of a key line that describe its key, except the IV.
    private struct Signature: Hashable {
        let system: KeySystem
        let versions: String
        let keyID: [UInt8]?
    }

    /// The key lines in force together, and their location.
    private struct KeyLineGroup {
        let playlist: TreePath
        let line: Int
        let signatures: Set<Signature>
        /// The number of times in a row that the same lines occur.
        var count = 1

        var systems: Set<KeySystem> { Set(signatures.map(\.system)) }
    }

    private var groups: [ContentID: [(key: UUID, group: KeyLineGroup)]] = [:]

    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        var check = KeySystemCheck()
        for rendition in verified.presentation.renditions { try check.add(rendition, verified.resolver) }
        var findings: [Finding] = []
        for (_, groups) in check.groups.sorted(by: { $0.key < $1.key }) {
            findings += missingSystems(groups.map(\.group)) + contradictions(groups)
        }
        return findings
    }

    private mutating func add(
        _ rendition: MediaRendition,
        _ resolver: RecordResolver
    ) throws(RunFailure) {
        var currentKeys: [Int] = []
        for segment in rendition.playlist.segments where segment.keys != currentKeys && !segment.hasGap {
            currentKeys = segment.keys
            let keys = currentKeys.map { rendition.playlist.keys[$0] }
            guard let line = keys.last?.line, let record = try Self.record(of: keys, resolver) else {
                continue
            }
            let clientKeys = keys.filter { resolver.systems?.contains($0.value.system) ?? true }
            let signatures = clientKeys.map {
                Signature(
                    system: $0.value.system,
                    versions: $0.value.effectiveKeyFormatVersions,
                    keyID: $0.value.keyID
                )
            }
            let group = KeyLineGroup(playlist: rendition.path, line: line, signatures: Set(signatures))
            add(group, of: record)
        }
    }

    /// Adds a group, or counts it with an equal one before: each segment may have its own key lines.
    private mutating func add(_ group: KeyLineGroup, of record: KeyRecord) {
        var groupsOfTitle = groups.removeValue(forKey: record.identity.contentID) ?? []
        if let last = groupsOfTitle.last, last.key == record.keyID, last.group.playlist == group.playlist,
            last.group.signatures == group.signatures
        {
            groupsOfTitle[groupsOfTitle.count - 1].group.count += 1
        } else {
            groupsOfTitle.append((record.keyID, group))
        }
        groups[record.identity.contentID] = groupsOfTitle
    }

    private static func record(
        of keys: [Located<EncryptionKey>],
        _ resolver: RecordResolver
    ) throws(RunFailure) -> KeyRecord? {
        for key in keys {
            if let record = try resolver.recordIfChecked(key.value) { return record }
        }
        return nil
    }

    /// Finds systems that some groups have and others lack: one finding for each playlist and system.
    private static func missingSystems(_ groups: [KeyLineGroup]) -> [Finding] {
        let allSystems = groups.reduce(into: Set<KeySystem>()) { $0.formUnion($1.systems) }
        var findings: [Finding] = []
        for system in allSystems.sorted(by: { $0.name < $1.name }) {
            guard let otherGroup = groups.first(where: { $0.systems.contains(system) }) else { continue }
            var reported: Set<TreePath> = []
            for group in groups where !group.systems.contains(system) {
                guard reported.insert(group.playlist).inserted else { continue }
                findings.append(
                    finding(
                        "the media from here on have no key line of \(system.title), which other media of the title have "
                            + "(\(otherGroup.playlist):\(otherGroup.line))",
                        group
                    )
                )
            }
        }
        return findings
    }

    /// Finds lines of one key and system that differ from those of most groups.
    private static func contradictions(_ groups: [(key: UUID, group: KeyLineGroup)]) -> [Finding] {
        var counts: [UUID: [Set<Signature>: Int]] = [:]
        for (key, group) in groups { counts[key, default: [:]][group.signatures, default: 0] += group.count }
        var usual: [UUID: KeyLineGroup] = [:]
        for (key, group) in groups {
            let highestCount = usual[key].flatMap { counts[key]?[$0.signatures] } ?? 0
            if counts[key]?[group.signatures] ?? 0 > highestCount { usual[key] = group }
        }
        var findings: [Finding] = []
        for (key, group) in groups {
            guard let usualGroup = usual[key] else { continue }
            let differingSignatures = usualGroup.signatures.symmetricDifference(group.signatures)
            let systems = differingSignatures.map(\.system).filter {
                usualGroup.systems.contains($0) && group.systems.contains($0)
            }
            guard let system = Set(systems).min(by: { $0.name < $1.name }) else { continue }
            findings.append(
                finding(
                    "the key line of \(system.title) differs in KEYID or KEYFORMATVERSIONS from that of the same key in "
                        + "\(usualGroup.playlist):\(usualGroup.line)",
                    group
                )
            )
        }
        return findings
    }

    private static func finding(_ message: String, _ group: KeyLineGroup) -> Finding {
        Finding(.keyLine, message, playlist: group.playlist.description, line: group.line)
    }
}
