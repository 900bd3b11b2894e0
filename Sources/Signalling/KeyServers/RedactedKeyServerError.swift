import FoundationEssentials
import WipedMemory

/// The explanation of a key server that refuses a request, redacted for messages.
///
/// Servers repeat tokens and keys in their errors. Only words that cannot be either are shown: short ones,
/// names of elements and attributes such as `ContentKey@kid`, and the ids of requested keys.
struct RedactedKeyServerError {
    /// The longest text that is shown, in bytes.
    static let byteLimit = 300
    /// The longest word that is shown, in characters.
    static let wordLimit = 15

    /// The key ids that may be shown.
    let kids: [UUID]
    /// The values that must not appear; a text with one of them is not shown at all.
    let secrets: [String]

    /// Returns the redacted text, or nil if nothing of it may be shown.
    func redactedText(_ body: borrowing SecretBytes) -> String? {
        guard (1...Self.byteLimit).contains(body.count) else { return nil }
        var bytes = body.withSpan { span in span.indices.map { span[$0] } }
        defer { secureErase(&bytes) }
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("<"), !secrets.contains(where: { $0.count > 2 && text.contains($0) }) else {
            return nil
        }
        let words = text.split { $0.isWhitespace }.map { isHarmless($0) ? String($0) : "..." }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private func isHarmless(_ word: Substring) -> Bool {
        let startTrimmed = word.lowercased().drop(while: \.isPunctuation)
        let end = startTrimmed.lastIndex { !$0.isPunctuation }.map(startTrimmed.index(after:))
        let bare = startTrimmed[..<(end ?? startTrimmed.startIndex)]
        if kids.contains(where: { SPEKESystem.uuidText($0) == bare }) { return true }
        guard !word.contains("=") else { return false }
        return word.count <= Self.wordLimit
            || word.contains("@") && word.allSatisfy { $0.isLetter || "@.,:".contains($0) }
    }
}
