import TextFormats

/// Formats ids of keys and key systems.
enum IdentifierFormat {
    /// Returns hexadecimal digits in lower case, with hyphens like a UUID if there are 16 bytes.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array(Hexadecimal.encode(bytes))
        guard digits.count == 32 else { return String(digits) }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[$0]) }.joined(separator: "-")
    }
}
