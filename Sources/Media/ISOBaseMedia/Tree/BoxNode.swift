import Bitstreams

/// A box that can be edited and written: a container with its children, or a leaf with its bytes.
///
/// `BoxLayout` decides which boxes are containers. Unchanged boxes are written byte for byte as they were
/// read; sizes are computed when a box is written.
package struct BoxNode: Hashable, Sendable {
    /// The form of the size field.
    package enum SizeForm: Hashable, Sendable {
        /// 32 bits, or 64 if the size needs them.
        case short
        /// 64 bits, even if the size fits into 32.
        case large
        /// 0: the box runs to the end of the file, which only top-level boxes may do.
        case toTheEnd
    }

    /// The box type; for a sample entry its format.
    package var type: FourCharacterCode
    /// The extended type of a `uuid` box, 16 bytes; empty for other boxes.
    package let extendedType: ArraySlice<UInt8>
    /// The form in which the size is written.
    package var sizeForm: SizeForm
    /// The offset of the box in the stream it was read from, in bytes; 0 for a new box.
    package let offset: UInt64
    /// The offset of the body in the stream it was read from, in bytes; 0 for a new box.
    package let bodyOffset: UInt64
    /// The whole body of a leaf; in a container, the fields before the children.
    package var fields: ArraySlice<UInt8>
    /// The child boxes, in order; empty in a leaf.
    package var children: [BoxNode]
    /// The bytes after the children: up to 7 zeros at the end of a sample entry, as QuickTime writes them.
    ///
    /// After lenient reading, everything from the first malformed child on.
    package var tail: ArraySlice<UInt8>
    /// Indicates whether the body was read as child boxes.
    package let isContainer: Bool

    /// Creates a new box: a container if `children` is not nil.
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

    /// Creates a box that was read.
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

    /// The box with `fields` as its body, for parsers of leaves.
    package var box: Box { Box(type: type, offset: offset, bodyOffset: bodyOffset, body: fields) }
}
