import Failures
import TextFormats
import YAMLDocuments

/// Reads a YAML manifest: a list of mappings, or a mapping with `titles:` and `defaults:`.
///
///     defaults: {segment-duration: 6}
///     titles:
///       - {content_id: a, input: a.mp4}
///       - {content_id: b, input: [b.mp4, b.m4a], segment-duration: null}
///
/// The values of a title, including `null`, override the defaults. Scalars are used as written, whatever
/// their YAML type; `null`, `~` and empty scalars mean that the cell is absent.
struct YAMLManifestReader {
    private let content: ManifestContent

    init(_ content: ManifestContent) {
        self.content = content
    }

    /// Reads all titles, and calls `add` with each of them and where it begins.
    func read(
        _ collector: inout ManifestTitleCollector,
        _ add: (ManifestTitle, TextLocation) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        let root = try mapErrors(to: RunFailure.manifestYAML) { () throws(YAMLError) in
            try YAMLDocument.root(of: content.bytes, source: content.source)
        }
        if let root { try readTitles(root, &collector, add) }
    }

    // MARK: Structure

    private func readTitles(
        _ root: YAMLNode,
        _ collector: inout ManifestTitleCollector,
        _ add: (ManifestTitle, TextLocation) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try refuseAnchorAndTag(root)
        var (titles, defaults): (YAMLNode?, [(key: YAMLNode, value: YAMLNode)]) = (root, [])
        if let entries = root.entries {
            titles = nil
            for (keyNode, value) in entries {
                switch try name(keyNode) {
                case "titles": titles = value
                case "defaults": defaults = try self.mapping(value, "defaults")
                case let other: throw .unknownKey(keyNode.location, other)
                }
            }
        }
        guard let titles, let items = titles.items else { throw .notTitles((titles ?? root).location) }
        try refuseAnchorAndTag(titles)
        let defaultValues = try entries(defaults)
        for node in items {
            try add(title(try mapping(node, "the title"), defaultValues, at: node, &collector), node.location)
        }
    }

    private func title(
        _ title: [(key: YAMLNode, value: YAMLNode)],
        _ defaults: [Entry],
        at node: YAMLNode,
        _ collector: inout ManifestTitleCollector
    ) throws(RunFailure) -> ManifestTitle {
        var cells: [ManifestCell] = []
        func append(_ entry: Entry, _ key: String) throws(RunFailure) {
            guard !entry.isList || key == ManifestColumn.input else {
                throw .nestedValue(entry.node.location, column: entry.name)
            }
            cells += entry.texts.map { ManifestCell(name: entry.name, key: key, text: $0) }
        }
        for entry in try entries(title) {
            guard let key = collector.keyOnce(of: entry.name, line: entry.node.location.line ?? 1) else {
                throw .columnTwice(entry.node.location, entry.name, first: entry.name)
            }
            try append(entry, key)
        }
        for entry in defaults {
            if let key = collector.keyOnce(of: entry.name, line: entry.node.location.line ?? 1) {
                try append(entry, key)
            }
        }
        return try collector.title(cells, at: node.location)
    }

    // MARK: Nodes

    /// A key with its values.
    private struct Entry {
        let name: String
        /// The node of the key.
        let node: YAMLNode
        let texts: [String]
        let isList: Bool
    }

    private func entries(
        _ mapping: [(key: YAMLNode, value: YAMLNode)]
    ) throws(RunFailure) -> [Entry] {
        var entries: [Entry] = []
        for (keyNode, value) in mapping {
            let name = try name(keyNode)
            guard let items = value.items else {
                let texts = try text(value, of: name).map { [$0] } ?? []
                entries.append(Entry(name: name, node: keyNode, texts: texts, isList: false))
                continue
            }
            try refuseAnchorAndTag(value)
            var texts: [String] = []
            for item in items {
                guard let text = try text(item, of: name) else {
                    throw .listItem(item.location, column: name)
                }
                texts.append(text)
            }
            entries.append(Entry(name: name, node: keyNode, texts: texts, isList: true))
        }
        return entries
    }

    private func mapping(
        _ node: YAMLNode,
        _ name: String
    ) throws(RunFailure) -> [(key: YAMLNode, value: YAMLNode)] {
        try refuseAnchorAndTag(node)
        guard let entries = node.entries else { throw .notAMapping(node.location, name) }
        return entries
    }

    private func name(_ node: YAMLNode) throws(RunFailure) -> String {
        try refuseAnchorAndTag(node)
        guard let name = node.text else {
            throw .malformedYAML(node.location, "a key is a list or a mapping")
        }
        guard !name.isEmpty else { throw .namelessColumn(node.location) }
        guard !name.utf8.contains(0) else { throw .manifestHasNUL(node.location) }
        return name
    }

    /// Returns the text of a scalar, or nil if it means an absent cell.
    private func text(_ node: YAMLNode, of name: String) throws(RunFailure) -> String? {
        try refuseAnchorAndTag(node)
        guard let text = node.text else { throw .nestedValue(node.location, column: name) }
        guard !text.utf8.contains(0) else { throw .manifestHasNUL(node.location) }
        let isAbsent = node.isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
        return isAbsent ? nil : text
    }

    private func refuseAnchorAndTag(_ node: YAMLNode) throws(RunFailure) {
        guard !node.hasAnchor else { throw .yamlAnchor(node.location) }
        if let tag = node.tag { throw .yamlTag(node.location, tag) }
    }
}
