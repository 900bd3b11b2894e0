import Bitstreams

extension ByteReader {
    /// Reads UTF-8 text up to a zero byte, and skips that byte.
    mutating func terminatedText() throws(ParseError) -> String {
        String(decoding: try terminatedBytes(of: "a text"), as: UTF8.self)
    }

    /// Reads bytes up to a zero byte, and skips that byte.
    ///
    /// - Parameter field: the name of the bytes in errors.
    /// - Returns: the bytes without the zero.
    /// - Throws: `ParseError` if no zero byte follows.
    mutating func terminatedBytes(of field: String) throws(ParseError) -> ArraySlice<UInt8> {
        guard let end = rest.firstIndex(of: 0) else {
            throw .missing(offset: offset, "zero byte at the end of \(field)")
        }
        let bytes = try take(end - rest.startIndex)
        try skip(1)
        return bytes
    }
}
