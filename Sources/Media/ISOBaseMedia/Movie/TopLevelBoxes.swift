import Bitstreams

/// Goes over the top-level boxes of a file that is read where it is looked at; bodies are passed over.
package struct TopLevelBoxes: Sendable {
    /// A box and where it is.
    package struct Place: Hashable, Sendable {
        /// Its header.
        package let header: BoxHeader
        /// Its bytes in the file, header included.
        package let range: Range<UInt64>

        /// Its bytes behind the header.
        package var body: Range<UInt64> { range.lowerBound + UInt64(header.size)..<range.upperBound }
    }

    /// Bytes of the file.
    package let fileSize: UInt64
    /// Where the next box starts.
    package private(set) var offset: UInt64 = 0

    /// - Parameter fileSize: bytes of the file.
    package init(fileSize: UInt64) {
        self.fileSize = fileSize
    }

    /// The next box; nil at the end of the file.
    ///
    /// - Parameter read: gives a number of bytes at an offset, which are there.
    /// - Returns: the box.
    /// - Throws: `ParseError` for a header that is cut short or wrong, or a box that runs past the end of the file; and what
    ///   `read` throws.
    package mutating func next(read: (UInt64, Int) throws -> [UInt8]) throws -> Place? {
        guard offset < fileSize else { return nil }
        let left = fileSize - offset
        let start = try read(offset, Int(min(left, UInt64(BoxHeader.maximumSize))))
        var reader = ByteReader(start[...], at: offset)
        let header = try BoxHeader(&reader)
        var size = left
        if case .bytes(let declared) = header.extent { size = declared }
        guard size <= left else {
            throw ParseError.invalid(
                offset: offset,
                field: "size of box '\(header.type)'",
                found: "\(size)",
                expected: "at most \(left), the bytes left in the file: it is cut short"
            )
        }
        let place = Place(header: header, range: offset..<offset + size)
        offset += size
        return place
    }
}
