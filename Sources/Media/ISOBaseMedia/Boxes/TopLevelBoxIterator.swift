package import Bitstreams

/// An iterator over the top-level boxes of a file, or of boxes within it, that needs only their headers.
///
/// The caller reads the bytes of each header, in whatever way it reads the file.
package struct TopLevelBoxIterator: Sendable {
    private let end: UInt64
    /// The offset of the next box.
    private var offset: UInt64

    /// - Parameter range: the byte range of the boxes in the file.
    package init(_ range: Range<UInt64>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The byte range that holds the header of the next box, or nil at the end.
    package var headerRange: Range<UInt64>? {
        offset < end ? offset..<offset + min(end - offset, UInt64(BoxHeader.maximumSize)) : nil
    }

    /// Parses the header of the next box.
    ///
    /// - Parameter headerBytes: the bytes of `headerRange`.
    /// - Returns: the box, which may be cut short.
    /// - Throws: `ParseError` if the header is cut short or malformed.
    package mutating func next(_ headerBytes: ArraySlice<UInt8>) throws(ParseError) -> TopLevelBox {
        var reader = ByteReader(headerBytes, at: offset)
        let box = TopLevelBox(try BoxHeader(&reader), at: offset, available: end - offset)
        offset = box.range.upperBound
        return box
    }

    /// Returns the top-level boxes of bytes in memory.
    ///
    /// - Parameter bytes: complete boxes, the first one at index 0.
    /// - Returns: the boxes in order.
    /// - Throws: `ParseError` if a box is malformed or cut short.
    package static func boxes(in bytes: [UInt8]) throws(ParseError) -> [TopLevelBox] {
        var iterator = TopLevelBoxIterator(0..<UInt64(bytes.count))
        var boxes: [TopLevelBox] = []
        while let range = iterator.headerRange {
            let box = try iterator.next(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
            guard !box.isCut else {
                throw .truncated(
                    offset: box.body.lowerBound,
                    needed: box.size - UInt64(box.header.size),
                    available: UInt64(box.body.count)
                )
            }
            boxes.append(box)
        }
        return boxes
    }
}
