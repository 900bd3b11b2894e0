import FoundationEssentials
import WipedMemory

/// What a server says of a request that it refuses, as far as it may be shown.
///
/// Servers repeat tokens and keys in their errors. Only words that cannot be either are shown: short ones, the names of
/// elements and attributes, and the ids of keys that were asked for.
struct ServerText {
    /// Longest text, in bytes.
    static let byteLimit = 300
    /// Longest word, in characters.
    static let wordLimit = 15

    /// Ids that may be shown.
    let kids: [UUID]
    /// What must not be shown at all.
    let secrets: [String]

    /// The text to show; nil where there is none.
    func shown(_ body: borrowing SecretBytes) -> String? {
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
        let opened = word.lowercased().drop(while: \.isPunctuation)
        let end = opened.lastIndex { !$0.isPunctuation }.map(opened.index(after:))
        let bare = opened[..<(end ?? opened.startIndex)]
        if kids.contains(where: { SPEKESystem.text($0) == bare }) { return true }
        guard !word.contains("=") else { return false }
        return word.count <= Self.wordLimit
            || word.contains("@") && word.allSatisfy { $0.isLetter || "@.,:".contains($0) }
    }
}
