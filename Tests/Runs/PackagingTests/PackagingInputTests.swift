import Mezzanines
import Testing

@testable import Packaging

/// Options of an input, and values that do not fit.
struct PackagingInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let key: PackagingInput.Key
        let text: String
        let expected: PackagingInput

        init<Value>(
            _ key: PackagingInput.Key,
            _ text: String,
            _ path: WritableKeyPath<PackagingInput, Value>,
            _ value: Value
        ) {
            var input = PackagingInput(path: "a.mp4")
            input[keyPath: path] = value
            (self.key, self.text, expected) = (key, text, input)
        }

        var testDescription: String { "\(key)=\(text)" }
    }

    static let accepted = [
        Case(.track, "all", \.selection, .all), Case(.track, "video", \.selection, .video),
        Case(.track, "audio", \.selection, .audio), Case(.track, "text", \.selection, .text),
        Case(.track, "3", \.selection, .identifier(3)), Case(.track, "0x101", \.selection, .identifier(257)),
        Case(.language, "fr", \.language, "fr"), Case(.language, "pt-BR", \.language, "pt-BR"),
        Case(.language, "zh-Hant-TW", \.language, "zh-Hant-TW"),
        Case(.language, "x-elvish", \.language, "x-elvish"),
        Case(.name, "Français, 5.1", \.name, "Français, 5.1"), Case(.group, "aud", \.group, "aud"),
        Case(.isDefault, "true", \.isDefault, true), Case(.isDefault, "no", \.isDefault, false),
        Case(.autoselect, "yes", \.isAutoselect, true), Case(.autoselect, "no", \.isAutoselect, false),
        Case(.forced, "true", \.isForced, true),
        Case(.characteristics, "public.easy-to-read,a", \.characteristics, "public.easy-to-read,a"),
        Case(.codecs, "mp4a.40.5", \.codecs, "mp4a.40.5"),
        Case(.rendition, "video-hd_1.2", \.renditionName, "video-hd_1.2"),
    ]

    @Test(arguments: accepted)
    func accepts(_ subject: Case) throws {
        var input = PackagingInput(path: "a.mp4")
        try input.set(subject.key, to: subject.text)
        #expect(input == subject.expected)
    }

    @Test(
        arguments: [
            (.track, "subtitles"), (.track, "-1"), (.track, "+1"), (.track, "4294967296"), (.track, "0x"),
            (.language, ""), (.language, "e"), (.language, "english_us"), (.language, "en-"),
            (.language, "abcdefghi"), (.language, "en-u"), (.language, "x"), (.language, "1a"),
            (.name, "a\"b"), (.name, "a\nb"), (.name, ""), (.group, "\u{7F}"), (.isDefault, "maybe"),
            (.codecs, "mp4a 40"), (.codecs, "a,b"), (.rendition, "../x"), (.rendition, "a/b"),
            (.rendition, ".."), (.rendition, "ä"), (.rendition, String(repeating: "a", count: 101)),
        ] as [(PackagingInput.Key, String)]
    )
    func refuses(key: PackagingInput.Key, text: String) {
        var input = PackagingInput(path: "a.mp4")
        #expect { try input.set(key, to: text) } throws: { error in
            let error = error as? PackagingInput.ValueError
            return error?.key == key.rawValue && error?.found == text
        }
        #expect(input == PackagingInput(path: "a.mp4"))
    }
}
