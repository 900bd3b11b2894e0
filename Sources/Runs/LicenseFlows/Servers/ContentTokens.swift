import EntitlementMessages
import Synchronization

/// Content tokens that were given, each of which opens one license.
final class ContentTokens: Sendable {
    /// The tokens, with what those say that can be read.
    private let tokens: [(text: String, claims: ContentClaims?)]
    private let used = Mutex<Set<Int>>([])

    init(_ tokens: [String]) {
        self.tokens = tokens.map { ($0, try? ContentClaims(readingUnverified: $0)) }
    }

    /// The first token for a title that was not given yet; where all were, the last one again and again.
    ///
    /// - Parameter contentID: the title.
    /// - Returns: a token that names the title, or none; where there is none of these, one of another title. Nil where none was given.
    func next(for contentID: String) -> String? {
        let fitting = tokens.indices.filter { tokens[$0].claims?.mayOpen(contentID) ?? true }
        let choice = fitting.isEmpty ? Array(tokens.indices) : fitting
        let index = used.withLock { used in
            let index = choice.first { !used.contains($0) } ?? choice.last
            if let index { used.insert(index) }
            return index
        }
        return index.map { tokens[$0].text }
    }
}
