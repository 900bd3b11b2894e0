import TextFormats

/// A language as `LANGUAGE` has it (RFC 5646), and its name.
struct LanguageTag: Hashable, Sendable {
    /// `en`, `pt-BR`, `fil`.
    let text: String

    /// A language of an input: ISO 639-2, such as "eng" or "ger".
    ///
    /// - Returns: nil for "und", which says nothing.
    init?(code: String?) {
        guard let code, code != "und" else { return nil }
        text = LanguageCodes.byLongCode[code]?.short ?? code
    }

    /// A tag that was given; of its language the shortest code is taken.
    ///
    /// - Returns: nil for what is no tag: parts of one to eight letters and digits, the first one of letters.
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

    /// The name in English, with what follows the language: `Portuguese (BR)`; the tag itself where none is known.
    var name: String {
        let parts = text.split(separator: "-", maxSplits: 1).map(String.init)
        guard let language = parts.first.flatMap({ LanguageCodes.byShortCode[$0.lowercased()] }) else {
            return text
        }
        return parts.count > 1 ? "\(language.name) (\(parts[1]))" : language.name
    }
}
