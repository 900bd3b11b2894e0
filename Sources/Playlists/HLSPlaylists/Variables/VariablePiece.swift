/// A part of a text with variable references: a reference, or what stands between two.
package struct VariablePiece: Hashable, Sendable {
    /// The bytes as written.
    package let written: ArraySlice<UInt8>
    /// The bytes that they stand for; of a text between references, and of an undefined variable, the same.
    package let value: ArraySlice<UInt8>
}

extension VariableScope {
    /// The parts of a text, in order; their values together are what `substitute` gives where all variables are defined.
    package func pieces(of text: String) -> [VariablePiece] {
        var rest = Array(text.utf8)[...]
        var pieces: [VariablePiece] = []
        func add(_ written: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
            if !written.isEmpty { pieces.append(VariablePiece(written: written, value: value)) }
        }
        while let reference = VariableReference(firstIn: rest) {
            let before = rest[..<reference.range.lowerBound]
            add(before, before)
            let written = rest[reference.range]
            add(written, self[reference.name].map { Array($0.utf8)[...] } ?? written)
            rest = rest[reference.range.upperBound...]
        }
        add(rest, rest)
        return pieces
    }
}
