import ISOBaseMedia
import TextFormats

/// A box of an MP4 file, with its children.
package struct BoxInspection: Sendable, Encodable {
    /// The box type or, for a sample entry, the format.
    package let type: String
    /// The extended type of a `uuid` box in hexadecimal, or nil for other boxes.
    package let extendedType: String?
    /// The offset of the header in the file, in bytes.
    package let offset: UInt64
    /// The size in bytes that the header gives, including the header.
    package let size: UInt64
    /// The child boxes, if the inspector reads them.
    package private(set) var children: [BoxInspection]

    /// Creates the inspection of a top-level box.
    ///
    /// - Parameters:
    ///   - box: the header and the byte range of the box.
    ///   - node: the contents, or nil if they were not read.
    ///   - budget: the number of boxes that may still be kept, reduced by those that are.
    init(_ box: TopLevelBox, _ node: BoxNode?, budget: inout Int) {
        budget -= 1
        type = box.type.description
        extendedType = box.header.extendedType.map { Hexadecimal.encode($0) }
        offset = box.range.lowerBound
        size = box.size
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

    /// Encodes the box, without `children` if it has none.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(extendedType, forKey: .extendedType)
        try container.encode(offset, forKey: .offset)
        try container.encode(size, forKey: .size)
        if !children.isEmpty { try container.encode(children, forKey: .children) }
    }
}
