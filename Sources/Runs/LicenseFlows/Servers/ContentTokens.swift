import EntitlementMessages
import Synchronization

/// The content tokens that the user gave, each of which grants one license.
final class ContentTokens: Sendable {
    /// The tokens, with their claims or nil if these cannot be read.
    private let tokens: [(text: String, claims: ContentClaims?)]
    private let used = Mutex<Set<Int>>([])

    init(_ tokens: [String]) {
        self.tokens = tokens.map { ($0, try? ContentClaims(readingUnverified: $0)) }
    }

    /// Returns the first unused token for a title, or the last one repeatedly once all are used.
    ///
    /// - Parameter contentID: the title.
    /// - Returns: a token for the title or without readable claims; if there is none, a token for another
    ///   title; nil if the user gave no tokens.
    func next(for contentID: String) -> String? {
        let matchingIndices = tokens.indices.filter { tokens[$0].claims?.mayOpen(contentID) ?? true }
        let candidates = matchingIndices.isEmpty ? Array(tokens.indices) : matchingIndices
        let index = used.withLock { used in
            let index = candidates.first { !used.contains($0) } ?? candidates.last
            if let index { used.insert(index) }
            return index
        }
        return index.map { tokens[$0].text }
    }
}
