import TextFormats

extension ImportInput {
    /// The bytes of a string, which may be a secret; whoever gets them erases them.
    func bytes(_ string: JSONScanner.StringToken) -> [UInt8] {
        withSpan(wholeRange) { string.bytes(in: $0) }
    }

    /// The text of a string that holds no secret; nil if it is no UTF-8.
    func text(_ string: JSONScanner.StringToken) -> String? {
        String(validating: bytes(string), as: UTF8.self)
    }
}
