import ProtectionTerms

/// An enumerated string (RFC 8216bis 4.2) whose cases have the words as raw values.
protocol KeywordValue: RawRepresentable<String>, CaseIterable, Sendable {}

extension KeywordValue {
    /// The words in the order of the RFC.
    static var keywords: [String] { allCases.map(\.rawValue) }

    /// The words in the form for a message: `PART or MAP`.
    static var grammar: String { Self.grammar(keywords) }

    /// Returns words in the form for a message.
    private static func grammar(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

// The words are those of playlists: other formats use other words for the levels.
extension HDCPLevel: KeywordValue {}
