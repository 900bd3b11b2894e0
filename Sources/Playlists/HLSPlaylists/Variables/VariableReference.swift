/// A `{$name}` in a text (RFC 8216bis 4.3).
package struct VariableReference {
    let name: String
    let range: Range<Int>

    /// The first reference in a text.
    init?(firstIn text: ArraySlice<UInt8>) {
        var rest = text
        while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
            let afterBrace = rest[(start + 1)...]
            rest = afterBrace
            guard afterBrace.first == UInt8(ascii: "$") else { continue }
            let name = afterBrace.dropFirst().prefix(while: ASCII.isNameCharacter)
            guard !name.isEmpty, text[name.endIndex...].first == UInt8(ascii: "}") else { continue }
            self.name = String(decoding: name, as: UTF8.self)
            self.range = start..<(name.endIndex + 1)
            return
        }
        return nil
    }

    /// The name of the first variable that a text refers to; after substitution, of one whose value is not known.
    package static func firstName(in text: some Collection<UInt8>) -> String? {
        VariableReference(firstIn: ArraySlice(text))?.name
    }

    /// The name of the variable that a text begins with; after substitution, of one whose value is not known.
    package static func leadingName(in text: some Collection<UInt8>) -> String? {
        guard let first = VariableReference(firstIn: ArraySlice(text)), first.range.lowerBound == 0 else {
            return nil
        }
        return first.name
    }

    /// Whether a text is a variable name.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isNameCharacter)
    }
}
