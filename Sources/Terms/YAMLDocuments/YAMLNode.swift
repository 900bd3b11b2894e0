package import TextFormats
import Yams

/// A node of a document (a text, a list or a mapping), with its location.
package struct YAMLNode {
    private let node: Node
    /// The parser, which is kept because nodes hold only weak references to their anchors.
    private let parser: Parser
    private let source: String

    init(_ node: Node, of parser: Parser, source: String) {
        self.node = node
        self.parser = parser
        self.source = source
    }

    /// The location where the node begins.
    package var location: TextLocation { node.mark?.location(in: source) ?? TextLocation(in: source) }

    /// The text of a scalar as written, whatever its YAML type, or nil if the node is not a scalar.
    package var text: String? {
        if case .scalar(let scalar) = node { scalar.string } else { nil }
    }

    /// Indicates whether the node is a scalar without quotes that is not a block.
    package var isPlain: Bool {
        if case .scalar(let scalar) = node { scalar.style == .plain } else { false }
    }

    /// The nodes of a list, or nil if the node is not a list.
    package var items: [YAMLNode]? {
        guard case .sequence(let sequence) = node else { return nil }
        return sequence.map(node(of:))
    }

    /// The keys and values of a mapping in file order, without duplicate keys, or nil if the node is not a
    /// mapping.
    package var entries: [(key: YAMLNode, value: YAMLNode)]? {
        guard case .mapping(let mapping) = node else { return nil }
        return mapping.map { (node(of: $0.key), node(of: $0.value)) }
    }

    private func node(of part: Node) -> YAMLNode { YAMLNode(part, of: parser, source: source) }

    /// Indicates whether the node has an anchor.
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

    /// The tag that the file gives the node, or nil if there is none or it is the implied tag of the node's
    /// kind.
    package var tag: String? {
        let tag =
            switch node {
            case .scalar(let scalar): scalar.tag
            case .mapping(let mapping): mapping.tag
            case .sequence(let sequence): sequence.tag
            case .alias(let alias): alias.tag
            }
        let name = tag.description
        return name.isEmpty || Self.impliedTags.contains(name) ? nil : name
    }

    /// The tags that Yams gives to nodes without a tag in the file: to quoted scalars, and to keys when it
    /// compares them.
    private static let impliedTags: Set = [
        "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq",
    ]
}
