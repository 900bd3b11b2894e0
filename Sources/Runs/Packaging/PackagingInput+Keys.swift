import Mezzanines
import TextFormats

extension PackagingInput {
    /// The keys of the options that an input can have.
    package enum Key: String, CaseIterable, Sendable {
        case track, language, name, group
        case isDefault = "default"
        case autoselect, forced, characteristics, codecs, rendition

        /// Indicates whether the key may be given without a value.
        package var isFlag: Bool {
            switch self {
            case .isDefault, .autoselect, .forced: true
            default: false
            }
        }
    }

    /// A value that does not fit its key.
    package struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The key, as in the input's text.
        let key: String
        /// The given value.
        let found: String
        /// A description of the values that fit.
        let expected: String

        /// The message: what was found, what is expected, and what to do.
        package var description: String {
            "the value of '\(key)' does not fit (got '\(found)', expected \(expected)). Correct it"
        }
    }

    /// Sets an option of the input.
    ///
    /// - Parameters:
    ///   - key: the key of the option.
    ///   - text: its value, or "true" for a flag without one.
    /// - Throws: `ValueError` if the value does not fit.
    package mutating func set(_ key: Key, to text: String) throws(ValueError) {
        switch key {
        case .track: selection = try Self.selection(text)
        case .language:
            guard Self.isLanguageTag(text) else {
                throw Self.error(key, text, "a language tag of RFC 5646: en, pt-BR, zh-Hant")
            }
            language = text
        case .name: name = try Self.quotable(key, text)
        case .group: group = try Self.quotable(key, text)
        case .isDefault: isDefault = try Self.flag(key, text)
        case .autoselect: isAutoselect = try Self.flag(key, text)
        case .forced: isForced = try Self.flag(key, text)
        case .characteristics: characteristics = try Self.quotable(key, text)
        case .codecs:
            guard text.utf8.allSatisfy({ Self.isWordByte($0) || $0 == UInt8(ascii: "+") }) else {
                throw Self.error(key, text, "a codec of RFC 6381: mp4a.40.5")
            }
            codecs = text
        case .rendition:
            // The name becomes a folder, a file and a part of a URI.
            guard text.utf8.allSatisfy(Self.isWordByte), !text.hasPrefix("."), text.utf8.count <= 100 else {
                throw Self.error(key, text, "letters, digits, '.', '-' and '_', no '.' at the start")
            }
            renditionName = text
        }
    }

    private static func selection(_ text: String) throws(ValueError) -> TrackChoice {
        switch text {
        case "all": return .all
        case "video": return .video
        case "audio": return .audio
        case "text": return .text
        default:
            let number =
                text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text, radix: 10)
            guard let number, text.utf8.first != UInt8(ascii: "+") else {
                throw error(.track, text, "all, video, audio, text, or the number of a track or PID")
            }
            return .identifier(number)
        }
    }

    private static func flag(_ key: Key, _ text: String) throws(ValueError) -> Bool {
        switch text.lowercased() {
        case "yes", "true": return true
        case "no", "false": return false
        default: throw error(key, text, "yes or no")
        }
    }

    /// Returns a text if it can be in a quoted string of a playlist (RFC 8216bis 4.2).
    private static func quotable(_ key: Key, _ text: String) throws(ValueError) -> String {
        let isQuotable = text.unicodeScalars.allSatisfy {
            $0 != "\"" && $0.properties.generalCategory != .control
        }
        guard isQuotable, !text.isEmpty, text.utf8.count <= 1000 else {
            throw error(key, text, "one line of text, without quotes")
        }
        return text
    }

    /// Indicates whether a text has the syntax of a language tag (RFC 5646 2.1); subtags are not looked up.
    private static func isLanguageTag(_ text: String) -> Bool {
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
        let areWords = subtags.allSatisfy { subtag in
            (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy(\.isASCIIAlphanumeric)
        }
        guard areWords, let first = subtags.first, let last = subtags.last else { return false }
        if first.lowercased() == "x" || first.lowercased() == "i" { return subtags.count > 1 }
        // A subtag of one character begins an extension, so it cannot be the last one.
        return first.utf8.count >= 2 && first.utf8.allSatisfy(\.isASCIILetter) && last.utf8.count >= 2
    }

    private static func error(_ key: Key, _ found: String, _ expected: String) -> ValueError {
        ValueError(key: key.rawValue, found: found, expected: expected)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || ".-_".utf8.contains(byte)
    }
}
