import Testing

@testable import Packaging

/// `LANGUAGE` of codes (ISO 639-2) and of tags (RFC 5646).
struct LanguageTagTests {
    @Test(
        arguments: [
            ("eng", "en", "English"), ("fra", "fr", "French"), ("fre", "fr", "French"),
            ("deu", "de", "German"),
            ("ger", "de", "German"), ("zho", "zh", "Chinese"), ("chi", "zh", "Chinese"),
            ("ces", "cs", "Czech"),
            ("cze", "cs", "Czech"), ("ell", "el", "Greek"), ("nob", "nb", "Norwegian Bokmål"),
            ("wel", "cy", "Welsh"),
            // Languages without a two-letter code.
            ("fil", "fil", "fil"), ("mul", "mul", "mul"), ("qaa", "qaa", "qaa"),
        ]
    )
    func shortensCodes(code: String, text: String, name: String) {
        let tag = LanguageTag(code: code)
        #expect(tag?.text == text)
        #expect(tag?.name == name)
    }

    @Test(arguments: [nil, "und"])
    func saysNothing(code: String?) {
        #expect(LanguageTag(code: code) == nil)
    }

    @Test(
        arguments: [
            ("en", "en", "English"), ("pt-BR", "pt-BR", "Portuguese (BR)"),
            ("fre-CA", "fr-CA", "French (CA)"),
            ("zh-Hant-TW", "zh-Hant-TW", "Chinese (Hant-TW)"), ("es-419", "es-419", "Spanish (419)"),
        ]
    )
    func readsTags(given: String, text: String, name: String) {
        #expect(LanguageTag(tag: given)?.text == text)
        #expect(LanguageTag(tag: given)?.name == name)
    }

    @Test(arguments: ["", "en_US", "e n", "en-", "-en", "\"", "français", "12", "abcdefghi"])
    func refusesWhatIsNoTag(given: String) {
        #expect(LanguageTag(tag: given) == nil)
    }

    /// 183 languages, of which 20 have a second, bibliographic code (Library of Congress, ISO 639-2).
    @Test func tableIsWhole() {
        #expect(LanguageCodes.byShortCode.count == 183)
        #expect(LanguageCodes.byLongCode.count == 183 + 20)
        #expect(LanguageCodes.byLongCode.keys.allSatisfy { $0.utf8.count == 3 })
    }
}
