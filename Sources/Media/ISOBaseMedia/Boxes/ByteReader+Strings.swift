import Bitstreams

extension ByteReader {
    /// Reads UTF-8 text up to a zero byte, and skips that byte.
    mutating func zeroTerminatedString() throws(ParseError) -> String {
        String(decoding: try zeroTerminatedBytes(of: "a text"), as: UTF8.self)
    }

    /// Reads bytes up to a zero byte, and skips that byte.
    ///
    /// - Parameter field: the name of the bytes in errors.
    /// - Returns: the bytes without the zero.
    /// - Throws: `ParseError` if no zero byte follows.
    mutating func zeroTerminatedBytes(of field: String) throws(ParseError) -> ArraySlice<UInt8> {
        guard let end = remainingBytes.firstIndex(of: 0) else {
            throw .missing(offset: offset, "zero byte at the end of \(field)")
        }
        let bytes = try read(end - remainingBytes.startIndex)
        try skip(1)
        return bytes
    }
}
