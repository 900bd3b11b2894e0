package import Bitstreams
package import ISOBaseMedia

/// Boxes at the top level of an initialization section, or of other bytes of fMP4 that are in memory.
package enum SectionBoxes {
    /// A box: what it is, and its bytes, header included.
    package struct Place: Hashable {
        package let type: FourCharacterCode
        package let range: Range<Int>
    }

    /// The boxes.
    ///
    /// - Parameter bytes: whole boxes, the first one at index 0.
    /// - Returns: them in order.
    /// - Throws: `ParseError` where bytes are no whole boxes.
    package static func places(in bytes: [UInt8]) throws(ParseError) -> [Place] {
        var reader = ByteReader(bytes[...])
        var places: [Place] = []
        while !reader.isAtEnd {
            let start = Int(reader.offset)
            let header = try BoxHeader(&reader)
            switch header.extent {
            case .bytes(let size): try reader.skip(size - UInt64(header.size))
            case .toTheEnd: try reader.skip(reader.count)
            }
            places.append(Place(type: header.type, range: start..<Int(reader.offset)))
        }
        return places
    }
}
