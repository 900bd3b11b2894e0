package import TextFormats
import Yams

/// A node of a document: a text, a list or a mapping, and where it begins.
package struct YAMLNode {
    private let node: Node
    /// Nodes hold their anchors weakly: these live as long as the parser.
    private let parser: Parser
    private let source: String

    init(_ node: Node, of parser: Parser, source: String) {
        self.node = node
        self.parser = parser
        self.source = source
    }

    /// The place where the node begins.
    package var place: TextPlace { node.mark?.place(in: source) ?? TextPlace(in: source) }

    /// The text of a scalar as it is written, whatever type YAML gives it; nil for all else.
    package var text: String? {
        if case .scalar(let scalar) = node { scalar.string } else { nil }
    }

    /// Whether a scalar stands without quotes and not as a block.
    package var isPlain: Bool {
        if case .scalar(let scalar) = node { scalar.style == .plain } else { false }
    }

    /// The nodes of a list; nil for all else.
    package var items: [YAMLNode]? {
        guard case .sequence(let sequence) = node else { return nil }
        return sequence.map(node(of:))
    }

    /// The keys and values of a mapping in the order of the file, no two keys equal; nil for all else.
    package var entries: [(key: YAMLNode, value: YAMLNode)]? {
        guard case .mapping(let mapping) = node else { return nil }
        return mapping.map { (node(of: $0.key), node(of: $0.value)) }
    }

    private func node(of part: Node) -> YAMLNode { YAMLNode(part, of: parser, source: source) }

    /// Whether the node has an anchor.
    package var hasAnchor: Bool {
        withExtendedLifetime(parser) {
            switch node {
            case .scalar(let scalar): scalar.anchor != nil
            case .mapping(let mapping): mapping.anchor != nil
            case .sequence(let sequence): sequence.anchor != nil
            case .alias: true
            }
        }
    }

    /// The tag that the file gives the node; nil for none, and for the one that a node of its kind has unsaid.
    package var tag: String? {
        let tag =
            switch node {
            case .scalar(let scalar): scalar.tag
            case .mapping(let mapping): mapping.tag
            case .sequence(let sequence): sequence.tag
            case .alias(let alias): alias.tag
            }
        let name = tag.description
        return name.isEmpty || Self.unsaidTags.contains(name) ? nil : name
    }

    /// Quoted texts have that of texts, and keys get theirs when they are compared.
    private static let unsaidTags: Set = [
        "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq",
    ]
}
