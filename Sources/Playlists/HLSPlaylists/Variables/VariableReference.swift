/// A variable reference, `{$name}`, in a text (RFC 8216bis 4.3).
package struct VariableReference {
    let name: String
    let range: Range<Int>

    /// Finds the first reference in a text, or nil if there is none.
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

    /// Returns the name of the first variable that a text refers to, or nil if it refers to none.
    ///
    /// After substitution, the references that remain are to variables of unknown value.
    package static func firstName(in text: some Collection<UInt8>) -> String? {
        VariableReference(firstIn: ArraySlice(text))?.name
    }

    /// Returns the name of the variable that a text begins with, or nil if it begins otherwise.
    ///
    /// After substitution, the references that remain are to variables of unknown value.
    package static func leadingName(in text: some Collection<UInt8>) -> String? {
        guard let first = VariableReference(firstIn: ArraySlice(text)), first.range.lowerBound == 0 else {
            return nil
        }
        return first.name
    }

    /// Returns whether a text is a valid variable name.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isNameCharacter)
    }
}
