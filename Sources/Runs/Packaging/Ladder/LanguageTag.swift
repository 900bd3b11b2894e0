import TextFormats

/// A language tag for `LANGUAGE` (RFC 5646), and its name.
struct LanguageTag: Hashable, Sendable {
    /// The tag: `en`, `pt-BR`, `fil`.
    let text: String

    /// Creates a tag from the language of an input (ISO 639-2), such as "eng" or "ger".
    ///
    /// - Returns: nil without a code, or for "und", which means undetermined.
    init?(code: String?) {
        guard let code, code != "und" else { return nil }
        text = LanguageCodes.byLongCode[code]?.short ?? code
    }

    /// Creates a tag from a given one, with the shortest code of its language.
    ///
    /// - Returns: nil if the text is not a tag: subtags of one to eight letters and digits, first letters
    ///   only.
    init?(tag: String) {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, language.utf8.allSatisfy(\.isASCIILetter),
            parts.allSatisfy({
                (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIAlphanumeric)
            })
        else { return nil }
        let short = LanguageCodes.byLongCode[language.lowercased()]?.short ?? String(language)
        text = ([short] + parts.dropFirst().map(String.init)).joined(separator: "-")
    }

    /// The English name with further subtags, such as `Portuguese (BR)`, or the tag if no name is known.
    var name: String {
        let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
        guard let language = parts.first.flatMap({ LanguageCodes.byShortCode[$0.lowercased()] }) else {
            return text
        }
        return parts.count > 1 ? "\(language.name) (\(parts[1]))" : language.name
    }
}
