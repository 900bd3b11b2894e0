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
struct KeySystemCheck {
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

    private var places: [ContentID: [(key: UUID, place: KeyLineGroup)]] = [:]

    static func findings(
        _ presentation: Presentation,
        resolver: inout RecordResolver
    ) throws(PresentationError) -> [Finding] {
        var check = KeySystemCheck()
        for rendition in presentation.renditions { try check.add(rendition, &resolver) }
        var findings: [Finding] = []
        for (_, places) in check.places.sorted(by: { $0.key < $1.key }) {
            findings += missing(places.map(\.place)) + contradictions(places)
        }
        return findings
    }

    private mutating func add(
        _ rendition: MediaRendition,
        _ resolver: inout RecordResolver
    ) throws(PresentationError) {
        var current: [Int] = []
        for segment in rendition.playlist.segments where segment.keys != current && !segment.hasGap {
            current = segment.keys
            let keys = current.map { rendition.playlist.keys[$0] }
            guard let line = keys.last?.line, let record = try record(of: keys, &resolver) else { continue }
            let ofClient = keys.filter { resolver.systems?.contains($0.value.system) ?? true }
            let signatures = ofClient.map {
                Signature(
                    system: $0.value.system,
                    versions: $0.value.effectiveKeyFormatVersions,
                    keyID: $0.value.keyID
                )
            }
            let place = KeyLineGroup(playlist: rendition.path, line: line, signatures: Set(signatures))
            add(place, of: record)
        }
    }

    /// Adds a location, or counts it with an equal one before: each segment may have its own key lines.
    private mutating func add(_ place: KeyLineGroup, of record: KeyRecord) {
        var known = places.removeValue(forKey: record.identity.contentID) ?? []
        if let last = known.last, last.key == record.keyID, last.place.playlist == place.playlist,
            last.place.signatures == place.signatures
        {
            known[known.count - 1].place.count += 1
        } else {
            known.append((record.keyID, place))
        }
        places[record.identity.contentID] = known
    }

    private func record(
        of keys: [Located<EncryptionKey>],
        _ resolver: inout RecordResolver
    ) throws(PresentationError) -> KeyRecord? {
        for key in keys where try resolver.canCheck(key.value) {
            if case .success(let record) = try resolver.record(for: key.value) { return record }
        }
        return nil
    }

    /// Finds systems that some locations have and others lack: one finding for each playlist and system.
    private static func missing(_ places: [KeyLineGroup]) -> [Finding] {
        let all = places.reduce(into: Set<KeySystem>()) { $0.formUnion($1.systems) }
        var findings: [Finding] = []
        for system in all.sorted(by: { $0.name < $1.name }) {
            guard let other = places.first(where: { $0.systems.contains(system) }) else { continue }
            var reported: Set<TreePath> = []
            for place in places where !place.systems.contains(system) {
                guard reported.insert(place.playlist).inserted else { continue }
                findings.append(
                    finding(
                        "the media from here on have no key line of \(system.title), which other media of the title have "
                            + "(\(other.playlist):\(other.line))",
                        place
                    )
                )
            }
        }
        return findings
    }

    /// Finds lines of one key and system that differ from those at most locations.
    private static func contradictions(_ places: [(key: UUID, place: KeyLineGroup)]) -> [Finding] {
        var counts: [UUID: [Set<Signature>: Int]] = [:]
        for (key, place) in places { counts[key, default: [:]][place.signatures, default: 0] += place.count }
        var usual: [UUID: KeyLineGroup] = [:]
        for (key, place) in places {
            let known = usual[key].flatMap { counts[key]?[$0.signatures] } ?? 0
            if counts[key]?[place.signatures] ?? 0 > known { usual[key] = place }
        }
        var findings: [Finding] = []
        for (key, place) in places {
            guard let known = usual[key] else { continue }
            let others = known.signatures.symmetricDifference(place.signatures)
            let systems = others.map(\.system).filter {
                known.systems.contains($0) && place.systems.contains($0)
            }
            guard let system = Set(systems).min(by: { $0.name < $1.name }) else { continue }
            findings.append(
                finding(
                    "the key line of \(system.title) differs in KEYID or KEYFORMATVERSIONS from that of the same key in "
                        + "\(known.playlist):\(known.line)",
                    place
                )
            )
        }
        return findings
    }

    private static func finding(_ message: String, _ place: KeyLineGroup) -> Finding {
        Finding(.keyLine, message, playlist: place.playlist.description, line: place.line)
    }
}
