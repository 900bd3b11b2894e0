import Presentations
import TextFormats

/// A parameter to be added to the queries of URIs (`--add-query NAME=VALUE`).
///
/// Name and value are given as a server decodes them. Characters that are illegal in a query or delimit
/// parameters are percent-encoded (RFC 3986 sections 2.1 and 3.4), and so is `+`, which many servers decode
/// as a space.
package struct URIQueryParameter: Hashable, Sendable {
    /// The name, decoded.
    package let name: String
    private let value: String
    /// The percent-encoded parameter, `name=value`.
    private let text: String

    /// Creates a parameter, or returns nil if the name is empty or a character is a control character.
    package init?(name: String, value: String) {
        let isText = !(name + value).unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !name.isEmpty, isText else { return nil }
        self.name = name
        self.value = value
        text =
            Self.encoded(name, sparing: Self.nameCharacters) + "="
            + Self.encoded(value, sparing: Self.valueCharacters)
    }

    /// Returns the edits that give a URI the parameter exactly once; empty if it has it already.
    ///
    /// Another value of the parameter is replaced, as for a token that is renewed, and repetitions are
    /// removed.
    func splices(in uri: String) -> [WrittenURI.Splice] {
        let bytes = Array(uri.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        guard let questionMark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
            return [WrittenURI.Splice(range: end..<end, text: "?" + text)]
        }
        let parameters = bytes[(questionMark + 1)..<end]
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let occurrences = parameters.filter { Self.decoded(Self.parts($0).name) == name }
        guard let first = occurrences.first else {
            let endsWithSeparator = parameters.last?.isEmpty == true
            return [WrittenURI.Splice(range: end..<end, text: (endsWithSeparator ? "" : "&") + text)]
        }
        let hasValue = Self.parts(first).value.map(Self.decoded) == value
        return (hasValue ? [] : [WrittenURI.Splice(range: first.indices, text: text)])
            + occurrences.dropFirst().map {
                WrittenURI.Splice(range: ($0.startIndex - 1)..<$0.endIndex, text: "")
            }
    }

    private static func parts(_ parameter: ArraySlice<UInt8>) -> (
        name: ArraySlice<UInt8>, value: ArraySlice<UInt8>?
    ) {
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return (parameter, nil) }
        return (parameter[..<equals], parameter[(equals + 1)...])
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        PercentEncoding.decode(bytes) ?? String(decoding: bytes, as: UTF8.self)
    }

    /// The characters without a special meaning in a parameter's name, besides letters, digits and `-._~`.
    private static let nameCharacters = Set("!$'()*,;:@/?".utf8)
    private static let valueCharacters = nameCharacters.union("=".utf8)

    private static func encoded(_ text: String, sparing spared: Set<UInt8>) -> String {
        text.unicodeScalars.map { scalar in
            let character = String(scalar)
            let isSpared = scalar.isASCII && spared.contains(UInt8(ascii: scalar))
            return isSpared ? character : PercentEncoding.encode(character)
        }.joined()
    }
}
