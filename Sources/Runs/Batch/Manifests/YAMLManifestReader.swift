internal import ProviderTemplates
internal import Yams

/// A manifest in YAML: a list of mappings, or a mapping with `titles:` and `defaults:`.
///
///     defaults: {segment-duration: 6}
///     titles:
///       - {content_id: a, input: a.mp4}
///       - {content_id: b, input: [b.mp4, b.m4a], segment-duration: null}
///
/// What a title says, `null` too, goes before the defaults. Scalars are the text that is written, whatever type YAML
/// gives them; `null`, `~` and nothing are absent.
struct YAMLManifestReader {
    private let content: ManifestContent

    init(_ content: ManifestContent) {
        self.content = content
    }

    /// Reads the titles.
    func read(into collector: inout TitleCollector) throws(ManifestError) {
        try refuseAliases()
        let parser: Parser
        let root: Node?
        do {
            // Without rules for types: what is compared and kept is the text.
            parser = try Parser(
                yaml: content.text(content.start..<content.bytes.count),
                resolver: .basic,
                encoding: .utf8
            )
            root = try parser.singleRoot()
        } catch {
            throw malformed(error)
        }
        // Nodes hold their anchors weakly.
        try withExtendedLifetime(parser) { () throws(ManifestError) in
            if let root { try titles(root, &collector) }
        }
    }

    /// Aliases are looked for before the parser resolves them.
    private func refuseAliases() throws(ManifestError) {
        let text = content.text(content.start..<content.bytes.count)
        guard let place = AliasScan.firstAlias(in: text) else { return }
        throw ManifestError(source: content.source, line: place.line, column: place.column, problem: .alias)
    }

    /// Only the parser's words and the place: its own description holds a piece of the file.
    private func malformed(_ error: any Error) -> ManifestError {
        func malformed(_ problem: String, _ mark: Mark?) -> ManifestError {
            self.error(mark, .malformedYAML(problem))
        }
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return malformed(problem, mark)
        case .duplicatedKeysInMapping(let duplicates, let context):
            let name = duplicates.first ?? ""
            return self.error(context.mark, .columnTwice(name, first: name))
        case .reader(let problem, _, _, _): return malformed(problem, nil)
        default: return malformed("it cannot be read", nil)
        }
    }

    // MARK: Structure

    private func titles(_ root: Node, _ collector: inout TitleCollector) throws(ManifestError) {
        try refuseAnchorAndTag(root)
        var (titles, defaults): (Node?, Node.Mapping?) = (root, nil)
        if case .mapping(let mapping) = root {
            titles = nil
            for (keyNode, value) in mapping {
                switch try name(keyNode) {
                case "titles": titles = value
                case "defaults": defaults = try self.mapping(value, "defaults")
                case let other: throw error(keyNode.mark, .unknownKey(other))
                }
            }
        }
        guard case .sequence(let sequence) = titles else {
            throw error((titles ?? root).mark, .notTitles)
        }
        if let titles { try refuseAnchorAndTag(titles) }
        let defaultValues =
            try defaults.map { mapping throws(ManifestError) in
                try entries(mapping)
            } ?? []
        for node in sequence {
            try add(try mapping(node, "the title"), defaultValues, mark: node.mark, &collector)
        }
    }

    private func add(
        _ title: Node.Mapping,
        _ defaults: [Entry],
        mark: Mark?,
        _ collector: inout TitleCollector
    ) throws(ManifestError) {
        var cells: [ManifestCell] = []
        func append(_ entry: Entry, _ key: String) throws(ManifestError) {
            guard !entry.isList || key == ManifestColumn.input else {
                throw error(entry.mark, .nestedValue(entry.name))
            }
            cells += entry.texts.map { ManifestCell(name: entry.name, key: key, text: $0) }
        }
        for entry in try entries(title) {
            guard let key = collector.keyOnce(of: entry.name, line: entry.mark?.line ?? 1) else {
                throw error(entry.mark, .columnTwice(entry.name, first: entry.name))
            }
            try append(entry, key)
        }
        for entry in defaults {
            if let key = collector.keyOnce(of: entry.name, line: entry.mark?.line ?? 1) {
                try append(entry, key)
            }
        }
        try collector.add(cells, line: mark?.line ?? 1, column: mark?.column, range: 0..<0)
    }

    // MARK: Nodes

    /// A key with its value.
    private struct Entry {
        let name: String
        let mark: Mark?
        let texts: [String]
        let isList: Bool
    }

    private func entries(_ mapping: Node.Mapping) throws(ManifestError) -> [Entry] {
        var entries: [Entry] = []
        for (keyNode, value) in mapping {
            let name = try name(keyNode)
            guard case .sequence(let sequence) = value else {
                let texts = try text(value, of: name).map { [$0] } ?? []
                entries.append(Entry(name: name, mark: keyNode.mark, texts: texts, isList: false))
                continue
            }
            try refuseAnchorAndTag(value)
            var texts: [String] = []
            for item in sequence {
                guard let text = try text(item, of: name) else { throw error(item.mark, .listItem(name)) }
                texts.append(text)
            }
            entries.append(Entry(name: name, mark: keyNode.mark, texts: texts, isList: true))
        }
        return entries
    }

    private func mapping(_ node: Node, _ name: String) throws(ManifestError) -> Node.Mapping {
        try refuseAnchorAndTag(node)
        guard case .mapping(let mapping) = node else { throw error(node.mark, .notAMapping(name)) }
        return mapping
    }

    private func name(_ node: Node) throws(ManifestError) -> String {
        try refuseAnchorAndTag(node)
        guard case .scalar(let scalar) = node else {
            throw error(node.mark, .malformedYAML("a key is a list or a mapping"))
        }
        guard !scalar.string.isEmpty else { throw error(scalar.mark, .namelessColumn(number: nil)) }
        guard !scalar.string.utf8.contains(0) else { throw error(scalar.mark, .nul) }
        return scalar.string
    }

    /// The text of a scalar; nil if it is absent.
    private func text(_ node: Node, of name: String) throws(ManifestError) -> String? {
        try refuseAnchorAndTag(node)
        guard case .scalar(let scalar) = node else { throw error(node.mark, .nestedValue(name)) }
        guard !scalar.string.utf8.contains(0) else { throw error(scalar.mark, .nul) }
        let isAbsent = scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
        return isAbsent ? nil : scalar.string
    }

    private func refuseAnchorAndTag(_ node: Node) throws(ManifestError) {
        let (anchor, tag): (Anchor?, Tag) =
            switch node {
            case .scalar(let scalar): (scalar.anchor, scalar.tag)
            case .mapping(let mapping): (mapping.anchor, mapping.tag)
            case .sequence(let sequence): (sequence.anchor, sequence.tag)
            case .alias(let alias): (alias.anchor, alias.tag)
            }
        guard anchor == nil else { throw error(node.mark, .anchor) }
        let name = tag.description
        guard name.isEmpty || Self.ownTags.contains(name) else { throw error(node.mark, .tag(name)) }
    }

    /// The tags that nodes have unsaid: quoted texts have that of texts, and keys get theirs when they are compared.
    private static let ownTags: Set = [
        "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq",
    ]

    private func error(_ mark: Mark?, _ problem: ManifestError.Problem) -> ManifestError {
        ManifestError(source: content.source, line: mark?.line, column: mark?.column, problem: problem)
    }
}
