import ISOBaseMedia
import TextFormats

/// A box of a file, and the boxes in it.
package struct BoxInspection: Sendable, Encodable {
    /// Its type; of a sample entry its format.
    package let type: String
    /// The extended type of a `uuid` box; nil in others.
    package let extendedType: String?
    /// Where it starts in the file.
    package let offset: UInt64
    /// Its bytes, header included, as it says.
    package let size: UInt64
    /// The boxes in it, as far as they are looked into.
    package private(set) var children: [BoxInspection]

    /// A box at the top level.
    ///
    /// - Parameters:
    ///   - header: its header.
    ///   - offset: where it starts.
    ///   - size: its bytes.
    ///   - node: what is in it, if it was looked into.
    ///   - budget: how many boxes may be kept; becomes less by those that are.
    init(_ header: BoxHeader, offset: UInt64, size: UInt64, _ node: BoxNode?, budget: inout Int) {
        budget -= 1
        type = header.type.description
        extendedType = header.extendedType.map { Hexadecimal.encode($0) }
        self.offset = offset
        self.size = size
        children = []
        children = Self.children(of: node, &budget)
    }

    private init(_ node: BoxNode, _ budget: inout Int) {
        budget -= 1
        type = node.type.description
        extendedType = node.extendedType.isEmpty ? nil : Hexadecimal.encode(node.extendedType)
        offset = node.offset
        size = node.size
        children = []
        children = Self.children(of: node, &budget)
    }

    private static func children(of node: BoxNode?, _ budget: inout Int) -> [BoxInspection] {
        var children: [BoxInspection] = []
        for child in node?.children ?? [] where budget > 0 {
            children.append(BoxInspection(child, &budget))
        }
        return children
    }

    private enum CodingKeys: String, CodingKey {
        case type, offset, size, children
        case extendedType = "extended_type"
    }

    /// Encodes no children where there are none.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(extendedType, forKey: .extendedType)
        try container.encode(offset, forKey: .offset)
        try container.encode(size, forKey: .size)
        if !children.isEmpty { try container.encode(children, forKey: .children) }
    }
}
