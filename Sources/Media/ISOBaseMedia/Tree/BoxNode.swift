package import Bitstreams

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

extension BoxNode {
    /// Returns the first child of a type, or nil if there is none.
    package func first(_ type: FourCharacterCode) -> BoxNode? { children.first { $0.type == type } }

    /// Returns the children of a type, in order.
    package func all(_ type: FourCharacterCode) -> [BoxNode] { children.filter { $0.type == type } }

    /// Returns the only child of a type.
    ///
    /// - Throws: `ParseError` if there is none, or more than one.
    package func only(_ type: FourCharacterCode) throws(ParseError) -> BoxNode {
        guard let found = try atMostOne(type) else { throw box.missingBoxError(type) }
        return found
    }

    /// Returns the only child of a type, or nil if there is none.
    ///
    /// - Throws: `ParseError` if there is more than one.
    package func atMostOne(_ type: FourCharacterCode) throws(ParseError) -> BoxNode? {
        var found: BoxNode?
        for child in children where child.type == type {
            guard found == nil else { throw child.box.repeatedBoxError }
            found = child
        }
        return found
    }

    /// Returns the child of a type; identical copies are tolerated.
    ///
    /// This is for decoder configurations: Bento4's mp4fragment writes `avcC` and `hvcC` twice in a sample
    /// entry.
    ///
    /// - Throws: `ParseError` if there is none, or there are two that differ.
    package func onlyOrCopies(_ type: FourCharacterCode) throws(ParseError) -> BoxNode {
        guard let found = first(type) else { throw box.missingBoxError(type) }
        for child in children where child.type == type {
            guard child.fields == found.fields, child.children == found.children else {
                throw child.box.repeatedBoxError
            }
        }
        return found
    }

    /// Changes every child of a type in place.
    package mutating func updateAll<Failure: Error>(
        _ type: FourCharacterCode,
        _ body: (inout BoxNode) throws(Failure) -> Void
    ) throws(Failure) {
        for index in children.indices where children[index].type == type {
            try body(&children[index])
        }
    }

    /// Removes every child of a type.
    package mutating func removeAll(_ type: FourCharacterCode) {
        children.removeAll { $0.type == type }
    }
}

extension BoxNode {
    /// The size of the written box in bytes, header included.
    package var size: UInt64 {
        let body = bodySize
        return body + UInt64(headerSize(bodySize: body))
    }

    /// The size of the written header in bytes: 8, 16, 24 or 32.
    package var headerSize: Int { headerSize(bodySize: bodySize) }

    /// The bytes of the box, header included.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: size))
        write(to: &bytes)
        return bytes
    }

    /// Appends the box, header included.
    package func write(to bytes: inout [UInt8]) {
        writeHeader(to: &bytes)
        bytes += fields
        for child in children { child.write(to: &bytes) }
        bytes += tail
    }

    private func writeHeader(to bytes: inout [UInt8]) {
        let size = size
        let isLarge = isLarge(bodySize: bodySize)
        let shortSize: UInt32 = sizeForm == .toTheEnd ? 0 : isLarge ? 1 : UInt32(size)
        bytes.append(bigEndian: shortSize)
        bytes.append(bigEndian: type.rawValue)
        if isLarge { bytes.append(bigEndian: size) }
        bytes += extendedType
    }

    private var bodySize: UInt64 {
        // Cannot overflow: the boxes are in memory.
        children.reduce(UInt64(fields.count + tail.count)) { $0 + $1.size }
    }

    private func isLarge(bodySize: UInt64) -> Bool {
        switch sizeForm {
        case .large: true
        case .toTheEnd: false
        case .short: bodySize + 8 + UInt64(extendedType.count) > UInt64(UInt32.max)
        }
    }

    private func headerSize(bodySize: UInt64) -> Int {
        8 + (isLarge(bodySize: bodySize) ? 8 : 0) + extendedType.count
    }
}
