/// A part of a text with variable references: one reference, or the text between two.
package struct VariablePiece: Hashable, Sendable {
    /// The bytes as written.
    package let written: ArraySlice<UInt8>
    /// The bytes after substitution; for text between references and undefined variables, the bytes as
    /// written.
    package let value: ArraySlice<UInt8>
}

extension VariableScope {
    /// Splits a text at its variable references.
    ///
    /// If all variables are defined, the values of the pieces together are the result of `substitute`.
    package func pieces(of text: String) -> [VariablePiece] {
        var rest = Array(text.utf8)[...]
        var pieces: [VariablePiece] = []
        func add(_ written: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
            if !written.isEmpty { pieces.append(VariablePiece(written: written, value: value)) }
        }
        while let reference = VariableReference(firstIn: rest) {
            let precedingText = rest[..<reference.range.lowerBound]
            add(precedingText, precedingText)
            let referenceText = rest[reference.range]
            add(referenceText, self[reference.name].map { Array($0.utf8)[...] } ?? referenceText)
            rest = rest[reference.range.upperBound...]
        }
        add(rest, rest)
        return pieces
    }
}
