import Synchronization

/// Content tokens that were given, which are used in turn.
final class ContentTokens: Sendable {
    private let tokens: [String]
    private let count = Mutex(0)

    init(_ tokens: [String]) { self.tokens = tokens }

    /// The next token, the last one again and again; nil where none was given.
    func next() -> String? {
        let index = count.withLock { count in
            defer { count += 1 }
            return count
        }
        return tokens.isEmpty ? nil : tokens[min(index, tokens.count - 1)]
    }
}
