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

    /// Reads all titles into `collector`.
    func read(into collector: inout ManifestTitleCollector) throws(ManifestError) {
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLDocument.root(of: content.bytes, source: content.source)
        } catch {
            throw self.error(error)
        }
        if let root { try readTitles(root, &collector) }
    }

    private func error(_ error: YAMLError) -> ManifestError {
        let problem: ManifestError.Problem =
            switch error.problem {
            case .notUTF8: .notUTF8
            case .alias: .alias
            case .malformed(let reason): .malformedYAML(reason)
            case .duplicateKey(let name): .columnTwice(name, first: name)
            }
        return ManifestError(at: error.location, problem)
    }

    // MARK: Structure

    private func readTitles(_ root: YAMLNode, _ collector: inout ManifestTitleCollector) throws(ManifestError)
    {
        try refuseAnchorAndTag(root)
        var (titles, defaults): (YAMLNode?, [(key: YAMLNode, value: YAMLNode)]) = (root, [])
        if let entries = root.entries {
            titles = nil
            for (keyNode, value) in entries {
                switch try name(keyNode) {
                case "titles": titles = value
                case "defaults": defaults = try self.mapping(value, "defaults")
                case let other: throw error(keyNode, .unknownKey(other))
                }
            }
        }
        guard let titles, let items = titles.items else { throw error(titles ?? root, .notTitles) }
        try refuseAnchorAndTag(titles)
        let defaultValues = try entries(defaults)
        for node in items {
            try add(try mapping(node, "the title"), defaultValues, at: node, &collector)
        }
    }

    private func add(
        _ title: [(key: YAMLNode, value: YAMLNode)],
        _ defaults: [Entry],
        at node: YAMLNode,
        _ collector: inout ManifestTitleCollector
    ) throws(ManifestError) {
        var cells: [ManifestCell] = []
        func append(_ entry: Entry, _ key: String) throws(ManifestError) {
            guard !entry.isList || key == ManifestColumn.input else {
                throw error(entry.node, .nestedValue(entry.name))
            }
            cells += entry.texts.map { ManifestCell(name: entry.name, key: key, text: $0) }
        }
        for entry in try entries(title) {
            guard let key = collector.keyOnce(of: entry.name, line: entry.node.location.line ?? 1) else {
                throw error(entry.node, .columnTwice(entry.name, first: entry.name))
            }
            try append(entry, key)
        }
        for entry in defaults {
            if let key = collector.keyOnce(of: entry.name, line: entry.node.location.line ?? 1) {
                try append(entry, key)
            }
        }
        try collector.add(cells, at: node.location, range: 0..<0)
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
    ) throws(ManifestError) -> [Entry] {
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
                guard let text = try text(item, of: name) else { throw error(item, .listItem(name)) }
                texts.append(text)
            }
            entries.append(Entry(name: name, node: keyNode, texts: texts, isList: true))
        }
        return entries
    }

    private func mapping(
        _ node: YAMLNode,
        _ name: String
    ) throws(ManifestError) -> [(key: YAMLNode, value: YAMLNode)] {
        try refuseAnchorAndTag(node)
        guard let entries = node.entries else { throw error(node, .notAMapping(name)) }
        return entries
    }

    private func name(_ node: YAMLNode) throws(ManifestError) -> String {
        try refuseAnchorAndTag(node)
        guard let name = node.text else { throw error(node, .malformedYAML("a key is a list or a mapping")) }
        guard !name.isEmpty else { throw error(node, .namelessColumn(number: nil)) }
        guard !name.utf8.contains(0) else { throw error(node, .nul) }
        return name
    }

    /// Returns the text of a scalar, or nil if it means an absent cell.
    private func text(_ node: YAMLNode, of name: String) throws(ManifestError) -> String? {
        try refuseAnchorAndTag(node)
        guard let text = node.text else { throw error(node, .nestedValue(name)) }
        guard !text.utf8.contains(0) else { throw error(node, .nul) }
        let isAbsent = node.isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
        return isAbsent ? nil : text
    }

    private func refuseAnchorAndTag(_ node: YAMLNode) throws(ManifestError) {
        guard !node.hasAnchor else { throw error(node, .anchor) }
        if let tag = node.tag { throw error(node, .tag(tag)) }
    }

    private func error(_ node: YAMLNode, _ problem: ManifestError.Problem) -> ManifestError {
        ManifestError(at: node.location, problem)
    }
}
