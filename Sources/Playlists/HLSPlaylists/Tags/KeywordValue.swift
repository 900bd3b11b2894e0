import ProtectionTerms

/// The values of an enumerated string (RFC 8216bis 4.2), each with its word.
protocol KeywordValue: RawRepresentable<String>, CaseIterable, Sendable {}

extension KeywordValue {
    /// The words in the order of the RFC.
    static var keywords: [String] { allCases.map(\.rawValue) }

    /// The words for a message: `PART or MAP`.
    static var grammar: String { Self.grammar(keywords) }

    /// Words for a message.
    private static func grammar(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

// The conformance is of the playlists: others write the levels in words of their own.
extension HDCPLevel: KeywordValue {}
