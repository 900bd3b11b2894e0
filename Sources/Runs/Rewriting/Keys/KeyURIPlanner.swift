import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// Finds the key of each key line of a tree, and plans its new URI in the requested key systems.
struct KeyURIPlanner {
    private let request: KeyURIRequest
    private let tree: RewriteTree
    private let windows: WindowPlan
    private let systems: [KeySystem]
    /// Indicates whether lines are added for missing key systems, which is so only if key systems were named.
    private let addsLines: Bool
    private var renderer: KeyURIRenderer
    /// The finder of key records, or nil if no key store is used.
    private var finder: KeyRecordFinder?
    private var plan = KeyURIPlan()
    private var hasIVWarning = false

    /// Returns the plan for a tree.
    ///
    /// - Parameters:
    ///   - request: the new key URIs.
    ///   - contentID: the title, or nil if it is unknown.
    ///   - store: the key store, or nil for `--no-records`.
    ///   - tree: the playlists.
    ///   - windows: the segments that are kept; keys of other segments need no record.
    ///   - droppedSystems: the key systems to be removed, which get a URI only if they are named in the
    ///     request.
    /// - Returns: the changes of key lines.
    /// - Throws: `RunFailure` if a line has no record or the template is not for its method, if two
    ///   keys would share a URI, or if the store fails.
    static func plan(
        _ request: KeyURIRequest,
        contentID: ContentID?,
        store: (any KeyRecordLookup)?,
        tree: RewriteTree,
        windows: WindowPlan,
        droppedSystems: [KeySystem] = []
    ) throws(RunFailure) -> KeyURIPlan {
        var planner = try KeyURIPlanner(
            request,
            contentID: contentID,
            store: store,
            tree,
            windows,
            droppedSystems
        )
        try planner.addPlaylists()
        return planner.plan
    }

    private init(
        _ request: KeyURIRequest,
        contentID: ContentID?,
        store: (any KeyRecordLookup)?,
        _ tree: RewriteTree,
        _ windows: WindowPlan,
        _ droppedSystems: [KeySystem]
    ) throws(RunFailure) {
        let keys = tree.keys
        self.request = request
        self.tree = tree
        self.windows = windows
        self.systems = try Self.systems(
            request,
            of: Set(keys.map(\.system)).subtracting(droppedSystems),
            hasRecords: store != nil
        )
        self.addsLines = request.systems != nil
        plan.keyFormatVersions = request.keyFormatVersions
        self.renderer = KeyURIRenderer(request, contentID: contentID, store: store)
        if let store {
            finder = KeyRecordFinder(store: store, contentID: contentID, tree: tree.root, keys: keys)
        }
    }

    private static func systems(
        _ request: KeyURIRequest,
        of presentSystems: Set<KeySystem>,
        hasRecords: Bool
    ) throws(RunFailure) -> [KeySystem] {
        if let namedSystems = request.systems {
            if !hasRecords, request.templateName != nil,
                let other = namedSystems.first(where: { !$0.hasTemplateURIs })
            {
                throw .needsKeyURI(other)
            }
            return namedSystems
        }
        let preferred = request.preferredSystems + [.fairPlay, .identity]
        guard let system = preferred.first(where: presentSystems.contains) else {
            throw .noKeySystem
        }
        return [system]
    }

    private mutating func addPlaylists() throws(RunFailure) {
        let media = tree.media.map { media in
            (media.path, KeyLineGroup.groups(of: media.playlist, keeping: windows.keptSegments(of: media)))
        }
        if finder == nil {
            let check = UnrecordedKeyCheck(tree: tree, media: media, systems: systems, addsLines: addsLines)
            try check.check(uri: try renderer.uriWithoutRecord())
        }
        for (playlist, (path, groups)) in zip(tree.media, media) {
            let hasSections = !playlist.playlist.initializationSections.isEmpty
            for group in groups {
                try add(group, of: path, hasSections: hasSections)
            }
        }
        try addSessionKeys()
        for warning in renderer.warnings { plan.warn(warning) }
        if media.allSatisfy(\.1.isEmpty) {
            plan.warn("\(tree.entry): no segment is encrypted, so no key has a URI")
        }
    }

    // MARK: Media playlists

    private mutating func add(
        _ group: KeyLineGroup,
        of path: TreePath,
        hasSections: Bool
    ) throws(RunFailure) {
        for key in group.keys where systems.contains(key.value.system) {
            let location = LineLocation(playlist: path, line: key.line)
            let record = try record(of: [key], at: location)
            let uri = try uri(of: key.value.system, record, key.value.method, at: location)
            try replace(key, of: path, by: uri, of: record, at: location)
        }
        guard addsLines, let last = group.keys.last else { return }
        for system in systems where group.key(of: system) == nil {
            let location = LineLocation(playlist: path, line: last.line)
            if system.requiresFragmentedMP4, !hasSections {
                throw .missingMap(location, system)
            }
            let record = try record(of: group.keys, at: location)
            let addition = AddedKeyLine(system: system, group: group, location: location, record: record)
            let uri = try uri(of: system, record, last.value.method, at: location)
            let key = try plan.withPlannedVersions(addition.key(uri: uri))
            if let warning = try addition.ivWarning(), !hasIVWarning {
                plan.warn(warning)
                hasIVWarning = true
            }
            try checkMethod(key, at: location)
            plan.additions[path, default: []].append(KeyURIPlan.Addition(line: last.line, key: key))
            plan.addNamedKey(key, uri: key.uri ?? "", keyID: record?.keyID)
        }
    }

    private mutating func replace(
        _ key: Located<EncryptionKey>,
        of path: TreePath,
        by uri: String,
        of record: KeyRecord?,
        at location: LineLocation
    ) throws(RunFailure) {
        try checkMethod(key.value, at: location)
        plan.replacements[path, default: [:]][key.line] = uri
        plan.addNamedKey(plan.withPlannedVersions(key.value), uri: uri, keyID: record?.keyID)
    }

    // MARK: Session keys

    private mutating func addSessionKeys() throws(RunFailure) {
        let sessionKeys = tree.sessionKeys
        var presentLines: Set<[String]> = []
        for key in sessionKeys where systems.contains(key.value.system) {
            let location = LineLocation(playlist: tree.entry, line: key.line)
            let record = try record(of: [key], at: location)
            let uri = try uri(of: key.value.system, record, key.value.method, at: location)
            try replace(key, of: tree.entry, by: uri, of: record, at: location)
            presentLines.insert([key.value.keyFormat, uri])
        }
        guard addsLines else { return }
        for key in sessionKeys {
            let location = LineLocation(playlist: tree.entry, line: key.line)
            let record = try record(of: [key], at: location)
            for system in systems {
                let uri = try uri(of: system, record, key.value.method, at: location)
                guard presentLines.insert([system.keyFormat, uri]).inserted else { continue }
                let group = KeyLineGroup(keys: [key])
                var addition = AddedKeyLine(system: system, group: group, location: location, record: record)
                addition.isOfSession = true
                let addedKey = try plan.withPlannedVersions(addition.key(uri: uri))
                plan.additions[tree.entry, default: []].append(
                    KeyURIPlan.Addition(line: key.line, key: addedKey)
                )
            }
        }
    }

    // MARK: Keys

    /// Returns the record of the key that some lines name, or nil if no key store is used.
    ///
    /// - Throws: `RunFailure` if the lines name different keys, or no record is found.
    private mutating func record(
        of lines: [Located<EncryptionKey>],
        at location: LineLocation
    ) throws(RunFailure) -> KeyRecord? {
        guard var finder else { return nil }
        // Emptied during the loop, so that a change of the finder's caches does not copy them.
        self.finder = nil
        var found: KeyRecord?
        for line in lines {
            let lineLocation = LineLocation(playlist: location.playlist, line: line.line)
            guard let record = try finder.record(of: line.value, at: lineLocation) else { continue }
            if let found, found.keyID != record.keyID { throw .differentKeysInGroup(lineLocation) }
            try record.requireLength(for: line.value.method, at: lineLocation)
            found = record
        }
        self.finder = finder
        guard let found else { throw .noKeyRecord(location, uri: lines.first?.value.uri ?? "") }
        return found
    }

    /// Returns the URI of a key in a key system, and throws if it discloses the key.
    private mutating func uri(
        of system: KeySystem,
        _ record: KeyRecord?,
        _ method: EncryptionKey.Method,
        at location: LineLocation
    ) throws(RunFailure) -> String {
        let uri = try uncheckedURI(of: system, record, method, at: location)
        if let record { try KeyExposure.refuse(keyURI: uri, of: record.key, record.identity) }
        return uri
    }

    /// Returns the URI of a key in a key system, which may disclose the key.
    ///
    /// A `data` URI from the command line is used as it is if only one key system was named.
    private mutating func uncheckedURI(
        of system: KeySystem,
        _ record: KeyRecord?,
        _ method: EncryptionKey.Method,
        at location: LineLocation
    ) throws(RunFailure) -> String {
        guard let record else {
            let uri = try renderer.uriWithoutRecord()
            try TemplateURI.checkAssetID(in: uri, of: system, request.assetIDRules)
            return uri
        }
        guard !system.hasTemplateURIs else {
            let uri = try renderer.uri(of: record, at: location)
            try TemplateURI.checkAssetID(in: uri, of: system, request.assetIDRules)
            return uri
        }
        guard let scheme = ProtectionMethod(method)?.scheme else {
            throw .methodNotForKeySystem(location, system, method: method.name)
        }
        if request.templateName == nil, systems.count == 1 {
            let renderedURI = try renderer.uri(of: record, at: location)
            if DataURI.hasScheme(renderedURI) { return renderedURI }
        }
        return try KeySignal(
            system,
            keyID: record.keyID,
            key: record.key,
            scheme: scheme,
            templateURI: ""
        ).uri
    }

    private func checkMethod(_ key: EncryptionKey, at location: LineLocation)
        throws(RunFailure)
    {
        guard key.system.hasTemplateURIs, let methods = request.methods,
            !methods.contains(key.method.name.lowercased())
        else { return }
        throw .templateNotForMethod(location, method: key.method.name, template: request.templateName ?? "")
    }
}
