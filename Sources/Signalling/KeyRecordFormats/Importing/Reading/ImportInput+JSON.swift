import TextFormats

extension ImportInput {
    /// Returns the bytes of a string, which may be secret; the caller erases them.
    func bytes(_ string: JSONScanner.StringToken) -> [UInt8] {
        withSpan(wholeRange) { string.bytes(in: $0) }
    }

    /// Returns the text of a string that is not secret, or nil if it is not UTF-8.
    func text(_ string: JSONScanner.StringToken) -> String? {
        String(validating: bytes(string), as: UTF8.self)
    }
}
