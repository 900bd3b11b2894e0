import Foundation
import HLSPlaylists
import KeyStore

/// Finds the key of each key line of a tree and gives it its new URI in the key systems that were asked for.
struct KeyURIPlanner {
    private let request: KeyURIRequest
    private let tree: RewriteTree
    private let window: PlaylistWindow
    private let systems: [KeySystem]
    /// Whether lines are added where a system is missing: only when the systems were named.
    private let addsLines: Bool
    private var renderer: KeyURIRenderer
    /// Nil when the store is not asked.
    private var finder: KeyRecordFinder?
    private var plan = KeyURIPlan()
    private var hasVectorWarning = false

    /// The plan of a tree.
    ///
    /// - Parameters:
    ///   - request: the new key URIs.
    ///   - contentID: the title, where it is known.
    ///   - store: the key store; nil for `--no-records`.
    ///   - tree: the playlists.
    ///   - window: the part that will be kept; keys of the rest need no record.
    ///   - droppedSystems: the key systems that are taken out, which are not given a URI unasked.
    /// - Returns: what changes.
    /// - Throws: `PackagingError`.
    static func plan(
        _ request: KeyURIRequest,
        contentID: ContentID?,
        store: (any KeyRecordStore)?,
        tree: RewriteTree,
        window: PlaylistWindow,
        droppedSystems: [KeySystem] = []
    ) throws(PackagingError) -> KeyURIPlan {
        var planner = try KeyURIPlanner(
            request,
            contentID: contentID,
            store: store,
            tree,
            window,
            droppedSystems
        )
        try planner.addPlaylists()
        return planner.plan
    }

    private init(
        _ request: KeyURIRequest,
        contentID: ContentID?,
        store: (any KeyRecordStore)?,
        _ tree: RewriteTree,
        _ window: PlaylistWindow,
        _ droppedSystems: [KeySystem]
    ) throws(PackagingError) {
        let keys =
            tree.media.flatMap(\.playlist.keys).map(\.value).filter { $0.method != .none }
            + (tree.multivariant?.sessionKeys.map(\.value) ?? [])
        self.request = request
        self.tree = tree
        self.window = window
        self.systems = try Self.systems(
            request,
            of: Set(keys.map(\.system)).subtracting(droppedSystems)
        )
        self.addsLines = request.systems != nil
        self.renderer = KeyURIRenderer(request, contentID: contentID, store: store)
        if let store {
            finder = KeyRecordFinder(store: store, contentID: contentID, tree: tree.root, keys: keys)
        }
    }

    private static func systems(
        _ request: KeyURIRequest,
        of present: Set<KeySystem>
    ) throws(PackagingError) -> [KeySystem] {
        if let named = request.systems {
            if request.templateName != nil, let other = named.first(where: { !$0.hasTemplateURIs }) {
                throw .rewrite(.needsKeyURI(other))
            }
            return named
        }
        guard let system = [KeySystem.fairPlay, .identity].first(where: present.contains) else {
            throw .rewrite(.noSystem)
        }
        return [system]
    }

    private mutating func addPlaylists() throws(PackagingError) {
        let media = tree.media.map { media in
            (media.path, KeyLineGroup.groups(of: media.playlist, keeping: window.kept(of: media.playlist)))
        }
        if finder == nil {
            let check = UnrecordedKeyCheck(tree: tree, media: media, systems: systems, addsLines: addsLines)
            try check.check(uri: try renderer.uriWithoutRecord())
        }
        for (path, groups) in media {
            for group in groups {
                try add(group, of: path)
            }
        }
        try addSessionKeys()
        for warning in renderer.warnings { plan.warn(warning) }
        if media.allSatisfy(\.1.isEmpty) {
            plan.warn("\(tree.entry): no segment is encrypted, so no key has a URI")
        }
    }

    // MARK: Media playlists

    private mutating func add(_ group: KeyLineGroup, of path: TreePath) throws(PackagingError) {
        for key in group.keys where systems.contains(key.value.system) {
            let place = RewriteError.Place(playlist: path, line: key.line)
            let owner = try owner(of: [key], at: place)
            try replace(key, of: path, as: owner, at: place)
        }
        guard addsLines, let last = group.keys.last else { return }
        for system in systems where group.key(of: system) == nil {
            let place = RewriteError.Place(playlist: path, line: last.line)
            let owner = try owner(of: group.keys, at: place)
            let addition = AddedKeyLine(system: system, group: group, place: place, record: owner.record)
            let key = try addition.key(uri: owner.uri)
            if let warning = try addition.vectorWarning(), !hasVectorWarning {
                plan.warn(warning)
                hasVectorWarning = true
            }
            try checkMethod(key, at: place)
            plan.additions[path, default: []].append(KeyURIPlan.Addition(line: last.line, key: key))
            plan.name(key, uri: owner.uri, keyID: owner.record?.keyID)
        }
    }

    private mutating func replace(
        _ key: Located<EncryptionKey>,
        of path: TreePath,
        as owner: Owner,
        at place: RewriteError.Place
    ) throws(PackagingError) {
        try checkMethod(key.value, at: place)
        plan.replacements[path, default: [:]][key.line] = owner.uri
        plan.name(key.value, uri: owner.uri, keyID: owner.record?.keyID)
    }

    // MARK: Session keys

    private mutating func addSessionKeys() throws(PackagingError) {
        let sessionKeys = tree.multivariant?.sessionKeys ?? []
        var present: Set<[String]> = []
        for key in sessionKeys where systems.contains(key.value.system) {
            let place = RewriteError.Place(playlist: tree.entry, line: key.line)
            let owner = try owner(of: [key], at: place)
            try replace(key, of: tree.entry, as: owner, at: place)
            present.insert([key.value.keyFormat, owner.uri])
        }
        guard addsLines else { return }
        for key in sessionKeys {
            let place = RewriteError.Place(playlist: tree.entry, line: key.line)
            let owner = try owner(of: [key], at: place)
            for system in systems where present.insert([system.keyFormat, owner.uri]).inserted {
                let group = KeyLineGroup(keys: [key])
                let addition = AddedKeyLine(system: system, group: group, place: place, record: owner.record)
                var added = try addition.key(uri: owner.uri)
                added.iv = nil
                plan.additions[tree.entry, default: []].append(
                    KeyURIPlan.Addition(line: key.line, key: added)
                )
            }
        }
    }

    // MARK: Keys

    /// A key: its record, if there is one, and its new URI.
    private struct Owner {
        let record: KeyRecord?
        let uri: String
    }

    /// The key that lines of one group name.
    private mutating func owner(
        of lines: [Located<EncryptionKey>],
        at place: RewriteError.Place
    ) throws(PackagingError) -> Owner {
        guard var finder else { return Owner(record: nil, uri: try renderer.uriWithoutRecord()) }
        // What it remembers must not be copied for each line.
        self.finder = nil
        var found: KeyRecord?
        for line in lines {
            let linePlace = RewriteError.Place(playlist: place.playlist, line: line.line)
            guard let record = try finder.record(of: line.value, at: linePlace) else { continue }
            if let found, found.keyID != record.keyID { throw .rewrite(.differentKeys(linePlace)) }
            found = record
        }
        self.finder = finder
        guard let found else {
            let uri = KeyURIText.redacted(lines.first?.value.uri ?? "")
            throw .rewrite(.noRecord(place, uri: uri))
        }
        return Owner(record: found, uri: try renderer.uri(of: found, at: place))
    }

    private func checkMethod(_ key: EncryptionKey, at place: RewriteError.Place) throws(PackagingError) {
        guard let methods = request.methods, !methods.contains(key.method.name.lowercased()) else { return }
        throw .rewrite(
            .methodOfTemplate(place, method: key.method.name, template: request.templateName ?? "")
        )
    }
}
