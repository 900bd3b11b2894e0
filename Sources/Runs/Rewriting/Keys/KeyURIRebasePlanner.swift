import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import Presentations

/// Plans other bases and queries for key URIs (`--for keys`), applied to the URIs that templates planned.
///
/// The URIs of different keys stay distinct.
struct KeyURIRebasePlanner {
    private struct Line {
        let location: LineLocation
        /// The key as the line describes it.
        let key: EncryptionKey
        /// The URI before the change: the one that a template planned, or else the one in the playlist.
        let uri: WrittenURI
        /// The URI after the change, or nil if it stays.
        let changedURI: WrittenURI?
        /// Indicates whether a template planned the URI, so that the plan has the key's id.
        let isPlanned: Bool
    }

    /// The identity of the key of a line.
    private enum Identity: Hashable {
        case recorded(UUID)
        /// The URI stands for the key, since the store is not used or does not have the key.
        case uri([UInt8])
    }

    private let request: RewriteRequest
    private let tree: RewriteTree
    private let windows: WindowPlan
    /// The finder of key records, or nil if no key store is used.
    private var finder: KeyRecordFinder?
    private var storedURICheck: StoredURICheck
    private var plan: KeyURIPlan
    /// The ids of the recorded keys that get their URIs from a template, by that URI.
    private let plannedIDs: [[UInt8]: UUID]
    /// The key that has each new URI, with the location of one of its lines.
    private var keyOfURI: [[UInt8]: (identity: Identity, location: LineLocation)] = [:]
    private var checkedURIs: Set<[UInt8]> = []

    /// Returns the plan with other bases and queries.
    ///
    /// - Parameters:
    ///   - plan: the plan that templates produced.
    ///   - request: the request with the changes of addresses.
    ///   - store: the key store, or nil for `--no-records`.
    ///   - tree: the playlists.
    ///   - windows: the segments that are kept; keys of other segments need no record.
    /// - Returns: the changed plan.
    /// - Throws: `RunFailure` if two keys would share a URI, or a changed key line has no record.
    static func plan(
        _ plan: KeyURIPlan,
        _ request: RewriteRequest,
        store: (any KeyRecordLookup)?,
        tree: RewriteTree,
        windows: WindowPlan
    ) throws(RunFailure) -> KeyURIPlan {
        var planner = KeyURIRebasePlanner(plan, request, store, tree, windows)
        try planner.changeLines()
        try planner.changeAdditions()
        for warning in planner.storedURICheck.warnings { planner.plan.warn(warning) }
        return planner.plan
    }

    private init(
        _ plan: KeyURIPlan,
        _ request: RewriteRequest,
        _ store: (any KeyRecordLookup)?,
        _ tree: RewriteTree,
        _ windows: WindowPlan
    ) {
        self.request = request
        self.windows = windows
        self.tree = tree
        self.plan = plan
        storedURICheck = StoredURICheck(store)
        let ids = plan.namedKeys.compactMap { namedKey in
            namedKey.keyID.map { (Array((namedKey.key.uri ?? "").utf8), $0) }
        }
        plannedIDs = Dictionary(ids) { first, _ in first }
        if let store {
            finder = KeyRecordFinder(
                store: store,
                contentID: request.contentID,
                tree: tree.root,
                keys: tree.keys
            )
        }
    }

    // MARK: Lines

    private mutating func changeLines() throws(RunFailure) {
        let lines = try lines()
        let newURIs = Set(lines.compactMap(\.changedURI).map { Array($0.resolved.utf8) })
        plan.namedKeys = Set(plan.namedKeys.map { withChangedURI($0) })
        for line in lines where line.changedURI != nil || newURIs.contains(Array(line.uri.resolved.utf8)) {
            let id = try keyID(of: line)
            try reserve(
                (line.changedURI ?? line.uri).resolved,
                for: id.map(Identity.recorded) ?? .uri(Array(line.uri.resolved.utf8)),
                at: line.location
            )
            guard let changed = line.changedURI else { continue }
            plan.replacements[line.location.playlist, default: [:]][line.location.line] = changed.text
            plan.addNamedKey(plan.withPlannedVersions(line.key), uri: changed.resolved, keyID: id)
        }
    }

    /// Returns the key lines of kept segments and the session keys, without those of dropped key systems.
    private func lines() throws(RunFailure) -> [Line] {
        var lines: [Line] = []
        for media in tree.media {
            let keptSegments = windows.keptSegments(of: media)
            for group in KeyLineGroup.groups(of: media.playlist, keeping: keptSegments) {
                for key in group.keys {
                    try add(key, media.path, media.playlist.document, media.playlist.variables, to: &lines)
                }
            }
        }
        guard let multivariant = tree.multivariant else { return lines }
        for key in tree.sessionKeys {
            try add(key, tree.entry, multivariant.document, multivariant.variables, to: &lines)
        }
        return lines
    }

    private func add(
        _ key: Located<EncryptionKey>,
        _ path: TreePath,
        _ document: PlaylistDocument,
        _ variables: VariableScope,
        to lines: inout [Line]
    ) throws(RunFailure) {
        guard !request.droppedSystems.contains(key.value.system) else { return }
        let planned = plan.replacements[path]?[key.line]
        var text = planned
        if text == nil {
            text = try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.lines[key.line - 1].attributes().quotedString("URI")
            }
        }
        let uri = WrittenURI(text ?? "", variables: variables)
        let changed = try changed(uri, variables, in: path, line: key.line)
        lines.append(
            Line(
                location: LineLocation(playlist: path, line: key.line),
                key: key.value,
                uri: uri,
                changedURI: changed,
                isPlanned: planned != nil
            )
        )
    }

    private func changed(
        _ uri: WrittenURI,
        _ variables: VariableScope,
        in path: TreePath,
        line: Int
    ) throws(RunFailure) -> WrittenURI? {
        let changed = request.uriChanges.changed(key: uri, variables)
        guard changed?.resolved.isEmpty != true else {
            throw .emptiedURI(uri, at: LineLocation(playlist: path, line: line))
        }
        return changed
    }

    // MARK: Lines of templates

    private func withChangedURI(_ namedKey: KeyURIPlan.NamedKey) -> KeyURIPlan.NamedKey {
        let uri = WrittenURI(namedKey.key.uri ?? "", variables: .none)
        guard let changed = request.uriChanges.changed(key: uri, .none) else { return namedKey }
        var key = namedKey.key
        key.uri = changed.resolved
        return KeyURIPlan.NamedKey(keyID: namedKey.keyID, key: key)
    }

    private mutating func changeAdditions() throws(RunFailure) {
        for path in plan.additions.keys.sorted() {
            let additions = plan.additions[path] ?? []
            var changedAdditions = additions
            for (index, addition) in additions.enumerated() {
                let uri = WrittenURI(addition.key.uri ?? "", variables: .none)
                let changed = try changed(uri, .none, in: path, line: addition.line)
                guard let changed else { continue }
                let location = LineLocation(playlist: path, line: addition.line)
                let bytes = Array(uri.resolved.utf8)
                let id = plannedIDs[bytes]
                if let id { try check(changed.resolved, of: id, at: location) }
                try reserve(changed.resolved, for: id.map(Identity.recorded) ?? .uri(bytes), at: location)
                var key = addition.key
                key.uri = changed.resolved
                changedAdditions[index] = KeyURIPlan.Addition(line: addition.line, key: key)
            }
            plan.additions[path] = changedAdditions
        }
    }

    // MARK: Keys

    /// Records the new URI of a key, and throws if another key has it.
    private mutating func reserve(
        _ uri: String,
        for identity: Identity,
        at location: LineLocation
    ) throws(RunFailure) {
        let bytes = Array(uri.utf8)
        guard let holder = keyOfURI[bytes] else {
            keyOfURI[bytes] = (identity, location)
            return
        }
        guard holder.identity != identity else { return }
        throw .sharedChangedKeyURI(location, uri: uri, other: holder.location)
    }

    /// Returns the id of a line's key, or nil if no store is used or it does not know the key of a line that
    /// stays.
    private mutating func keyID(of line: Line) throws(RunFailure) -> UUID? {
        if line.isPlanned {
            let id = plannedIDs[Array(line.uri.resolved.utf8)]
            if let id, let changed = line.changedURI {
                try check(changed.resolved, of: id, at: line.location)
            }
            return id
        }
        guard var finder else { return nil }
        // Emptied during the call, so that a change of the finder's caches does not copy them.
        self.finder = nil
        let record = try finder.record(of: line.key, at: line.location)
        self.finder = finder
        guard let record else {
            guard line.changedURI != nil else { return nil }
            throw .noKeyRecord(line.location, uri: line.uri.resolved)
        }
        try record.requireLength(for: line.key.method, at: line.location)
        if let changed = line.changedURI { try check(changed.resolved, of: record, at: line.location) }
        return record.keyID
    }

    private mutating func check(
        _ uri: String,
        of keyID: UUID,
        at location: LineLocation
    ) throws(RunFailure) {
        guard let store = storedURICheck.store else { return }
        guard let record = try store.record(keyID: keyID) else { return }
        try check(uri, of: record, at: location)
    }

    /// Throws if a URI discloses its key, or if the store has it for another key of the title.
    private mutating func check(
        _ uri: String,
        of record: KeyRecord,
        at location: LineLocation
    ) throws(RunFailure) {
        guard checkedURIs.insert(Array("\(record.keyID) \(uri)".utf8)).inserted else { return }
        try KeyExposure.refuse(keyURI: uri, of: record.key, record.identity)
        guard let identity = try storedURICheck.otherKey(with: uri, besides: record) else { return }
        throw .changedKeyURITaken(location, uri: uri, by: identity)
    }
}
