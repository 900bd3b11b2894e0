import FoundationEssentials
import HLSPlaylists
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// Finds the record of a key line: by the URI that was noted when it was written, by a key id in the URI, or because the
/// title has no other key.
struct KeyRecordFinder {
    private let store: any KeyRecordLookup
    private let contentID: ContentID?
    /// Where the presentation is, absolute.
    private let tree: String
    /// The URIs of the tree, by system.
    private let uris: [KeySystem: Set<[UInt8]>]
    /// By the bytes of the URI.
    private var signalled: [[UInt8]: [KeyRecord]] = [:]
    /// What was found before: a title's records are unsealed once for each URI.
    private var found: [Line: KeyRecord?] = [:]
    private struct Line: Hashable {
        let system: KeySystem
        let uri: [UInt8]
    }

    /// A finder.
    ///
    /// - Parameters:
    ///   - store: the key store.
    ///   - contentID: the title, where it is known.
    ///   - tree: the directory of the presentation.
    ///   - keys: all key lines of the presentation.
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

    /// The record of a key line; nil when there is none.
    ///
    /// - Throws: `PresentationError` when the URI names several keys, and for a store that fails.
    mutating func record(of key: EncryptionKey, at place: RewriteError.Place) throws(PresentationError)
        -> KeyRecord?
    {
        let line = Line(system: key.system, uri: Array((key.uri ?? "").utf8))
        if let known = found[line] { return known }
        let record = try find(key, at: place)
        found[line] = .some(record)
        return record
    }

    private mutating func find(
        _ key: EncryptionKey,
        at place: RewriteError.Place
    ) throws(PresentationError) -> KeyRecord? {
        let uri = key.uri ?? ""
        let named = try records(signalledAs: uri)
        if named.count > 1 {
            throw .rewrite(.ambiguousRecord(place, uri: KeyURIText.redacted(uri), count: named.count))
        }
        if let record = named.first { return record }
        if let record = try record(ofIDsIn: key) { return record }
        guard let contentID else { return nil }
        let ofTitle = try storeCalls { () throws(KeyStoreError) in try store.records(of: contentID) }
        let withID = ofTitle.filter { Self.holds(uri, $0.keyID) }
        if withID.count == 1 { return withID.first }
        // The only key of a title is a guess, and must not go against what the store knows of the URI.
        let others = try storeCalls { () throws(KeyStoreError) in try store.keys(signalledAs: uri) }
        if let other = others.first {
            let title = other.identity.contentID
            throw .rewrite(.recordOfOtherTitle(place, uri: KeyURIText.redacted(uri), title: title))
        }
        return try onlyRecord(among: ofTitle, for: key.system)
    }

    /// The key whose id the line says in a document of its key system, or as `KEYID`; nil where that is none of the store,
    /// several, or one of another title.
    private func record(ofIDsIn key: EncryptionKey) throws(PresentationError) -> KeyRecord? {
        let ids = Set(
            KeyURIDocument.keyIDs(inKeyURI: key.uri ?? "")
                + [key.keyID.flatMap { UUID(bytes: $0) }].compactMap(\.self)
        )
        guard ids.count == 1, let id = ids.first else { return nil }
        let record = try storeCalls { () throws(KeyStoreError) in try store.record(keyID: id) }
        return record.flatMap { contentID == nil || $0.identity.contentID == contentID ? $0 : nil }
    }

    /// The only key of the title's latest generation, when the tree has no second URI that could be of another key.
    private mutating func onlyRecord(
        among records: [KeyRecord],
        for system: KeySystem
    ) throws(PresentationError) -> KeyRecord? {
        let latest = records.map(\.identity.generation).max()
        let candidates = records.filter { $0.identity.generation == latest }
        guard candidates.count == 1 else { return nil }
        var unknown = 0
        for bytes in uris[system] ?? [] {
            let uri = String(decoding: bytes, as: UTF8.self)
            if try self.records(signalledAs: uri).isEmpty { unknown += 1 }
        }
        return unknown == 1 ? candidates.first : nil
    }

    /// The keys that were signalled with a URI; those of other titles, and of other trees where that tells them apart,
    /// are left out.
    private mutating func records(signalledAs uri: String) throws(PresentationError) -> [KeyRecord] {
        let bytes = Array(uri.utf8)
        if let known = signalled[bytes] { return known }
        let found = try storeCalls { () throws(KeyStoreError) -> [KeyRecord] in
            var candidates = try store.keys(signalledAs: uri)
            if let contentID { candidates.removeAll { $0.identity.contentID != contentID } }
            return candidates.count > 1 ? try writtenHere(candidates, uri) : candidates
        }
        signalled[bytes] = found
        return found
    }

    /// Those of the keys that were written into the deepest tree around the presentation; all if there is none.
    private func writtenHere(_ candidates: [KeyRecord], _ uri: String) throws(KeyStoreError) -> [KeyRecord] {
        var here: [(record: KeyRecord, depth: Int)] = []
        for candidate in candidates {
            let written = try store.signalling(of: candidate.keyID)
                .filter { $0.keyURI.utf8.elementsEqual(uri.utf8) }
            guard let around = WrittenTrees.deepest(written, holding: tree) else { continue }
            here.append((candidate, around.utf8.count))
        }
        guard let deepest = here.map(\.depth).max() else { return candidates }
        return here.filter { $0.depth == deepest }.map(\.record)
    }

    /// Whether a key id stands in a URI, with dashes or without, in either case.
    private static func holds(_ uri: String, _ keyID: UUID) -> Bool {
        let text = uri.lowercased()
        let id = keyID.uuidString.lowercased()
        return text.contains(id) || text.contains(id.filter { $0 != "-" })
    }
}
