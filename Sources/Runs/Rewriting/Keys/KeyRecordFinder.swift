import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// Finds the record of a key line.
///
/// A record is found by the URI under which its key was signalled, by a key id in the line, or because the
/// title has no other key.
struct KeyRecordFinder {
    private let store: any KeyRecordLookup
    private let contentID: ContentID?
    /// The absolute path of the presentation's directory.
    private let tree: String
    /// The key URIs of the tree, by key system.
    private let uris: [KeySystem: Set<[UInt8]>]
    /// The signalled keys, by the bytes of the URI.
    private var recordsByURI: [[UInt8]: [KeyRecord]] = [:]
    /// The results of earlier calls, so that the key records of a title are unwrapped only once for each URI.
    private var recordsByLine: [Line: KeyRecord?] = [:]
    private struct Line: Hashable {
        let system: KeySystem
        let uri: [UInt8]
    }

    /// Creates a finder for the key lines `keys` of the presentation in the directory `tree`.
    ///
    /// `contentID` is nil if the title is unknown.
    init(store: any KeyRecordLookup, contentID: ContentID?, tree: String, keys: [EncryptionKey]) {
        self.store = store
        self.contentID = contentID
        self.tree = tree
        var uris: [KeySystem: Set<[UInt8]>] = [:]
        for key in keys {
            uris[key.system, default: []].insert(Array((key.uri ?? "").utf8))
        }
        self.uris = uris
    }

    /// Returns the record of a key line, or nil if none is found.
    ///
    /// - Throws: `RunFailure` if the URI names several keys or a key of another title, or if the store
    ///   fails.
    mutating func record(of key: EncryptionKey, at location: LineLocation) throws(RunFailure)
        -> KeyRecord?
    {
        let line = Line(system: key.system, uri: Array((key.uri ?? "").utf8))
        if let known = recordsByLine[line] { return known }
        let record = try find(key, at: location)
        recordsByLine[line] = .some(record)
        return record
    }

    private mutating func find(
        _ key: EncryptionKey,
        at location: LineLocation
    ) throws(RunFailure) -> KeyRecord? {
        let uri = key.uri ?? ""
        let namedRecords = try records(signalledAs: uri)
        if namedRecords.count > 1 {
            throw .ambiguousRecord(location, uri: uri, count: namedRecords.count)
        }
        if let record = namedRecords.first { return record }
        if let record = try record(ofIDsIn: key) { return record }
        guard let contentID else { return nil }
        let titleRecords = try store.records(of: contentID)
        let recordsWithID = titleRecords.filter { Self.contains(uri, keyID: $0.keyID) }
        if recordsWithID.count == 1 { return recordsWithID.first }
        // Taking the only key of a title is a guess, and must not contradict what the store has for the URI.
        let otherRecords = try store.keys(signalledAs: uri)
        if let otherRecord = otherRecords.first {
            let title = otherRecord.identity.contentID
            throw .recordOfOtherTitle(location, uri: uri, title: title)
        }
        return try onlyRecord(among: titleRecords, for: key.system)
    }

    /// Returns the key whose id is in the line's document of its key system or in its `KEYID` attribute.
    ///
    /// Returns nil if the line has no id or several, or if the id is unknown or of another title.
    private func record(ofIDsIn key: EncryptionKey) throws(RunFailure) -> KeyRecord? {
        let ids = Set(
            KeyURIDocument.keyIDs(inKeyURI: key.uri ?? "")
                + [key.keyID.flatMap { UUID(bytes: $0) }].compactMap(\.self)
        )
        guard ids.count == 1, let id = ids.first else { return nil }
        let record = try store.record(keyID: id)
        return record.flatMap { contentID == nil || $0.identity.contentID == contentID ? $0 : nil }
    }

    /// Returns the only key of the title's latest generation.
    ///
    /// Returns nil if that generation has several keys, or if the tree has another URI that is unknown to the
    /// store and could be of another key.
    private mutating func onlyRecord(
        among records: [KeyRecord],
        for system: KeySystem
    ) throws(RunFailure) -> KeyRecord? {
        let latest = records.map(\.identity.generation).max()
        let candidates = records.filter { $0.identity.generation == latest }
        guard candidates.count == 1 else { return nil }
        var unknownCount = 0
        for bytes in uris[system] ?? [] {
            let uri = String(decoding: bytes, as: UTF8.self)
            if try self.records(signalledAs: uri).isEmpty { unknownCount += 1 }
        }
        return unknownCount == 1 ? candidates.first : nil
    }

    /// Returns the keys that were signalled with a URI.
    ///
    /// If a title is given, keys of other titles are excluded. If several keys remain, only those signalled
    /// in a tree around the presentation count, if there are any.
    private mutating func records(signalledAs uri: String) throws(RunFailure) -> [KeyRecord] {
        let bytes = Array(uri.utf8)
        if let known = recordsByURI[bytes] { return known }
        var records = try store.keys(signalledAs: uri)
        if let contentID { records.removeAll { $0.identity.contentID != contentID } }
        if records.count > 1 { records = try innermostKeys(records, uri) }
        recordsByURI[bytes] = records
        return records
    }

    /// Returns the keys that were signalled in the innermost tree around the presentation, or all if there is
    /// none.
    private func innermostKeys(_ keys: [KeyRecord], _ uri: String) throws(RunFailure) -> [KeyRecord] {
        var keysWithDepth: [(record: KeyRecord, depth: Int)] = []
        for candidate in keys {
            let signalling = try store.signalling(of: candidate.keyID)
                .filter { $0.keyURI.utf8.elementsEqual(uri.utf8) }
            guard let enclosingTree = SignalledTrees.deepest(signalling, holding: tree) else { continue }
            keysWithDepth.append((candidate, enclosingTree.utf8.count))
        }
        guard let deepest = keysWithDepth.map(\.depth).max() else { return keys }
        return keysWithDepth.filter { $0.depth == deepest }.map(\.record)
    }

    /// Indicates whether a URI contains a key id, with or without dashes, in either case.
    private static func contains(_ uri: String, keyID: UUID) -> Bool {
        let text = uri.lowercased()
        let id = keyID.uuidString.lowercased()
        return text.contains(id) || text.contains(id.filter { $0 != "-" })
    }
}
