import Bitstreams

/// An iterator over the top-level boxes of a file that reads only their headers.
package struct TopLevelBoxIterator: Sendable {
    /// The header and byte range of a box.
    package struct TopLevelBox: Hashable, Sendable {
        /// The box header.
        let header: BoxHeader
        /// The byte range of the box in the file, header included.
        package let range: Range<UInt64>

        /// The byte range of the body in the file.
        package var body: Range<UInt64> { range.lowerBound + UInt64(header.size)..<range.upperBound }
    }

    /// The size of the file, in bytes.
    let fileSize: UInt64
    /// The offset of the next box.
    private(set) var offset: UInt64 = 0

    /// - Parameter fileSize: the size of the file, in bytes.
    init(fileSize: UInt64) {
        self.fileSize = fileSize
    }

    /// Reads the header of the next box, or returns nil at the end of the file.
    ///
    /// - Parameter read: returns exactly as many bytes as asked for, at an offset within the file.
    /// - Returns: the header and byte range of the box, or nil at the end of the file.
    /// - Throws: `ParseError` if the header is cut short or malformed, or the box runs past the end of the
    ///   file; and any error of `read`.
    mutating func next(read: (UInt64, Int) throws -> [UInt8]) throws -> TopLevelBox? {
        guard offset < fileSize else { return nil }
        let available = fileSize - offset
        let headerBytes = try read(offset, Int(min(available, UInt64(BoxHeader.maximumSize))))
        var reader = ByteReader(headerBytes[...], at: offset)
        let header = try BoxHeader(&reader)
        var size = available
        if case .bytes(let declared) = header.extent { size = declared }
        guard size <= available else {
            throw ParseError.invalid(
                offset: offset,
                field: "size of box '\(header.type)'",
                found: "\(size)",
                expected: "at most \(available), the bytes left in the file: it is cut short"
            )
        }
        let box = TopLevelBox(header: header, range: offset..<offset + size)
        offset += size
        return box
    }
}
