import FoundationEssentials

extension UUID {
    /// Parses a key id: a UUID with or without hyphens, with or without braces.
    init?(keyIDText text: String) {
        var digits = text.lowercased()
        if digits.hasPrefix("{"), digits.hasSuffix("}") { digits = String(digits.dropFirst().dropLast()) }
        if digits.utf8.count == 32 {
            let ends = [8, 12, 16, 20, 32]
            digits = zip([0] + ends, ends).map { start, end in
                String(digits.dropFirst(start).prefix(end - start))
            }.joined(separator: "-")
        }
        self.init(uuidString: digits)
    }
}
