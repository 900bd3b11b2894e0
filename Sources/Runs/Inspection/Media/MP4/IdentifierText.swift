import TextFormats

/// Ids of key systems and keys as text.
enum IdentifierText {
    /// Lower-case hexadecimal digits, of 16 bytes with the dashes of a UUID.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array(Hexadecimal.encode(bytes))
        guard digits.count == 32 else { return String(digits) }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return parts.map { String(digits[$0]) }.joined(separator: "-")
    }
}
