package import Bitstreams
package import ISOBaseMedia

/// Finds the top-level boxes of an initialization section, or of other fMP4 bytes in memory.
package enum SectionBoxes {
    /// The type of a box and its byte range, header included.
    package struct BoxRange: Hashable {
        package let type: FourCharacterCode
        package let range: Range<Int>
    }

    /// Returns the top-level boxes.
    ///
    /// - Parameter bytes: complete boxes, the first one at index 0.
    /// - Returns: the boxes in order.
    /// - Throws: `ParseError` if a box is malformed or incomplete.
    package static func boxes(in bytes: [UInt8]) throws(ParseError) -> [BoxRange] {
        var reader = ByteReader(bytes[...])
        var ranges: [BoxRange] = []
        while !reader.isAtEnd {
            let start = Int(reader.offset)
            let header = try BoxHeader(&reader)
            switch header.extent {
            case .bytes(let size): try reader.skip(size - UInt64(header.size))
            case .toTheEnd: try reader.skip(reader.count)
            }
            ranges.append(BoxRange(type: header.type, range: start..<Int(reader.offset)))
        }
        return ranges
    }
}
