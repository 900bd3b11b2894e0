import Bitstreams

extension ByteReader {
    /// UTF-8 up to a zero byte, which is passed over.
    mutating func terminatedText() throws(ParseError) -> String {
        String(decoding: try terminatedBytes(of: "a text"), as: UTF8.self)
    }

    /// Bytes up to a zero byte, which is passed over.
    ///
    /// - Parameter field: what they are, for errors.
    /// - Returns: them, without the zero.
    /// - Throws: `ParseError` where no zero follows.
    mutating func terminatedBytes(of field: String) throws(ParseError) -> ArraySlice<UInt8> {
        guard let end = rest.firstIndex(of: 0) else {
            throw .missing(offset: offset, "zero byte at the end of \(field)")
        }
        let bytes = try take(end - rest.startIndex)
        try skip(1)
        return bytes
    }
}
