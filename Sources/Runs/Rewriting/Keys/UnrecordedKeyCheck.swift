import Failures
import HLSPlaylists
import Presentations
import ProtectionTerms

/// Refuses to give two keys one URI if no key records distinguish keys (`--no-records`).
///
/// A template then yields a single URI, so the tree may have only one key. Keys are distinguished by their
/// URIs.
struct UnrecordedKeyCheck {
    let tree: RewriteTree
    let media: [(path: TreePath, groups: [KeyLineGroup])]
    let systems: [KeySystem]
    let addsLines: Bool

    /// Throws if the tree has more than one key in the key systems that would get the new URI.
    func check(uri: String) throws(RunFailure) {
        for system in systems {
            try checkReplaced(system, uri: uri)
            if addsLines { try checkAdded(system, uri: uri) }
        }
    }

    private func checkReplaced(_ system: KeySystem, uri: String) throws(RunFailure) {
        var first: (uri: String, location: LineLocation)?
        for (path, groups) in media {
            for key in groups.flatMap(\.keys) where key.value.system == system {
                try compare(key, in: path, with: &first, uri)
            }
        }
        for key in tree.sessionKeys where key.value.system == system {
            try compare(key, in: tree.entry, with: &first, uri)
        }
    }

    private func compare(
        _ key: Located<EncryptionKey>,
        in path: TreePath,
        with first: inout (uri: String, location: LineLocation)?,
        _ uri: String
    ) throws(RunFailure) {
        let location = LineLocation(playlist: path, line: key.line)
        let writtenURI = key.value.uri ?? ""
        guard let known = first else {
            first = (writtenURI, location)
            return
        }
        guard known.uri.utf8.elementsEqual(writtenURI.utf8) else {
            throw .sharedKeyURI(location, uri: uri, other: known.location)
        }
    }

    /// Throws if the lines beside which a key system is added may name different keys.
    ///
    /// In one key system at least, all of them must have the same URI. If other groups have a line of the
    /// added key system already, one of these groups must have that URI, too.
    private func checkAdded(_ system: KeySystem, uri: String) throws(RunFailure) {
        var groupsWithoutSystem: [(group: KeyLineGroup, path: TreePath)] = []
        var groupsWithSystem: [(group: KeyLineGroup, path: TreePath)] = []
        for (path, groups) in media {
            for group in groups {
                if group.key(of: system) == nil {
                    groupsWithoutSystem.append((group, path))
                } else {
                    groupsWithSystem.append((group, path))
                }
            }
        }
        guard let first = groupsWithoutSystem.first, let firstKey = first.group.keys.first else { return }
        let commonKeys = first.group.keys.map(\.value).filter { key in
            groupsWithoutSystem.allSatisfy { Self.hasSameKey($0.group, key) }
        }
        guard !commonKeys.isEmpty else {
            let differentGroup =
                groupsWithoutSystem.first { !Self.hasSameKey($0.group, firstKey.value) } ?? first
            throw error(differentGroup, other: first, uri)
        }
        guard let otherGroup = groupsWithSystem.first else { return }
        let isLinked = groupsWithSystem.contains { other in
            commonKeys.contains { Self.hasSameKey(other.group, $0) }
        }
        guard isLinked else { throw error(first, other: otherGroup, uri) }
    }

    /// Indicates whether the group has a line with the key system and the URI of `key`.
    private static func hasSameKey(_ group: KeyLineGroup, _ key: EncryptionKey) -> Bool {
        guard let uri = group.key(of: key.system)?.value.uri else { return false }
        return uri.utf8.elementsEqual((key.uri ?? "").utf8)
    }

    private func error(
        _ group: (group: KeyLineGroup, path: TreePath),
        other: (group: KeyLineGroup, path: TreePath),
        _ uri: String
    ) -> RunFailure {
        let locations = [group, other].map { group in
            LineLocation(playlist: group.path, line: group.group.keys.first?.line ?? 1)
        }
        return .sharedKeyURI(locations[0], uri: uri, other: locations[1])
    }
}
