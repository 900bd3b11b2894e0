import Presentations
import TextFormats

/// A parameter that the queries of URIs get (`--add-query NAME=VALUE`).
///
/// Name and value are what a server reads; what a query cannot hold of them, and what would end them there, is
/// percent-encoded (RFC 3986 sections 2.1 and 3.4), as is `+`, which many servers read as a blank.
package struct URIQueryParameter: Hashable, Sendable {
    /// The name, as a server reads it.
    package let name: String
    private let value: String
    /// The parameter as it is written.
    private let text: String

    /// A parameter; nil without a name, and for control characters.
    package init?(name: String, value: String) {
        let isText = !(name + value).unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !name.isEmpty, isText else { return nil }
        self.name = name
        self.value = value
        text =
            Self.encoded(name, sparing: Self.nameCharacters) + "="
            + Self.encoded(value, sparing: Self.valueCharacters)
    }

    /// What gives a URI the parameter, once; nothing where it has it already.
    ///
    /// Another value is replaced, as that of a token that is renewed; what else the parameter stands there for goes.
    func splices(in uri: String) -> [WrittenURI.Splice] {
        let bytes = Array(uri.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
            return [WrittenURI.Splice(range: end..<end, text: "?" + text)]
        }
        let parameters = bytes[(mark + 1)..<end]
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let own = parameters.filter { Self.decoded(Self.parts($0).name) == name }
        guard let first = own.first else {
            let isOpen = parameters.last?.isEmpty == true
            return [WrittenURI.Splice(range: end..<end, text: (isOpen ? "" : "&") + text)]
        }
        let isThere = Self.parts(first).value.map(Self.decoded) == value
        return (isThere ? [] : [WrittenURI.Splice(range: first.indices, text: text)])
            + own.dropFirst().map { WrittenURI.Splice(range: ($0.startIndex - 1)..<$0.endIndex, text: "") }
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

    /// What may stand in a query and means nothing there, beside letters, digits and `-._~`.
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
