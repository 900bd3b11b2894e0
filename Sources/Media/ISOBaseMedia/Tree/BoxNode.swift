import Bitstreams

/// A box that can be edited and written: a container with its children, or a leaf whose bytes stay as they are.
///
/// Which boxes are containers says `BoxLayout`. What is not changed is written byte for byte as it was read; sizes are
/// worked out when a box is written.
package struct BoxNode: Hashable, Sendable {
    /// How the size of a box is written.
    package enum SizeForm: Hashable, Sendable {
        /// 32 bits, as long as the size fits.
        case short
        /// 64 bits, even if the size would fit into 32.
        case large
        /// 0: the box runs to the end of the file. Only at the top level.
        case toTheEnd
    }

    /// What kind of box it is; of a sample entry its format.
    package var type: FourCharacterCode
    /// The extended type of a `uuid` box, 16 bytes; empty in others.
    package let extendedType: ArraySlice<UInt8>
    /// How its size is written.
    package var sizeForm: SizeForm
    /// Where the box started in the stream; 0 for a box that was made.
    package let offset: UInt64
    /// Where its body started in the stream; 0 for a box that was made.
    package let bodyOffset: UInt64
    /// Of a leaf everything behind the header; of a container the fields in front of its children.
    package var fields: ArraySlice<UInt8>
    /// The boxes in a container; empty in a leaf.
    package var children: [BoxNode]
    /// Zero bytes behind the children, fewer than 8, as QuickTime ends sample entries; nothing otherwise.
    package var tail: ArraySlice<UInt8>
    /// Whether its body was read as boxes.
    package let isContainer: Bool

    /// A box that is made.
    package init(_ type: FourCharacterCode, fields: [UInt8] = [], children: [BoxNode]? = nil) {
        self.type = type
        extendedType = []
        sizeForm = .short
        offset = 0
        bodyOffset = 0
        self.fields = fields[...]
        self.children = children ?? []
        tail = []
        isContainer = children != nil
    }

    /// A box that was read.
    init(
        _ header: BoxHeader,
        offset: UInt64,
        fields: ArraySlice<UInt8>,
        children: [BoxNode]?,
        tail: ArraySlice<UInt8> = []
    ) {
        type = header.type
        extendedType = header.extendedType ?? []
        sizeForm =
            switch header.extent {
            case .toTheEnd: .toTheEnd
            case .bytes: header.size - extendedType.count == 8 ? .short : .large
            }
        self.offset = offset
        bodyOffset = offset + UInt64(header.size)
        self.fields = fields
        self.children = children ?? []
        self.tail = tail
        isContainer = children != nil
    }

    /// The box with the fields as its body, for the readers of leaves.
    package var box: Box { Box(type: type, offset: offset, bodyOffset: bodyOffset, body: fields) }
}
