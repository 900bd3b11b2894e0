/// A reader of a source whose bytes are generated in pieces, of which a read may need several.
package protocol PiecewiseReader: ByteSourceReader {
    /// The number of bytes of the source.
    var size: UInt64 { get }

    /// Reads bytes up to the end of a piece, or fewer.
    ///
    /// - Parameters:
    ///   - buffer: receives the bytes.
    ///   - range: the part of `buffer` to fill, not empty, which does not go beyond the end of the source.
    ///   - offset: the offset of the first byte in the source.
    /// - Returns: the number of bytes read, at least 1.
    /// - Throws: `ByteSourceError` if the bytes cannot be generated.
    func readPiece(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int
}

extension PiecewiseReader {
    /// Reads as many pieces as `range` needs; see `ByteSourceReader`.
    package func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        guard offset < size else { return 0 }
        let wanted = Int(min(UInt64(range.count), size - offset))
        let end = range.lowerBound + wanted
        var filled = 0
        while filled < wanted {
            filled += try readPiece(
                into: &buffer,
                range.lowerBound + filled..<end,
                at: offset + UInt64(filled)
            )
        }
        return wanted
    }
}
