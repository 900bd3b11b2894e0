package import HLSPlaylists

/// A URI with variable references: as written, and as resolved (RFC 8216bis 4.3).
package struct WrittenURI {
    /// A replacement for a range of bytes of the resolved URI.
    package struct Splice: Hashable {
        package let range: Range<Int>
        package let text: String

        /// Creates a splice from its range and text.
        package init(range: Range<Int>, text: String) {
            self.range = range
            self.text = text
        }
    }

    /// The URI as written, with variable references.
    package let text: String
    /// The URI as a client sees it, with variables replaced.
    package let resolved: String
    private let pieces: [VariablePiece]

    package init(_ text: String, variables: VariableScope) {
        self.text = text
        pieces = variables.pieces(of: text)
        resolved =
            pieces.count == 1 && pieces[0].written == pieces[0].value
            ? text : String(decoding: pieces.flatMap(\.value), as: UTF8.self)
    }

    /// Returns the written URI with replacements applied.
    ///
    /// A variable reference stays unless a replacement removes a part of its value or inserts into it.
    ///
    /// - Parameter splices: the replacements in order, without overlaps.
    /// - Returns: the URI with the remaining variable references.
    package func replacing(_ splices: [Splice]) -> String {
        var output: [UInt8] = []
        var rest = splices[...]
        var offset = 0
        func insert(from position: Int) {
            while let next = rest.first, next.range.lowerBound <= position {
                output += Array(next.text.utf8)
                rest = rest.dropFirst()
            }
        }
        for piece in pieces {
            let end = offset + piece.value.count
            if splices.contains(where: { Self.cuts($0, offset..<end) }) {
                for (position, byte) in zip(offset..<end, piece.value) {
                    insert(from: position)
                    if !splices.contains(where: { $0.range.contains(position) }) { output.append(byte) }
                }
            } else {
                insert(from: offset)
                output += piece.written
            }
            offset = end
        }
        insert(from: offset)
        return String(decoding: output, as: UTF8.self)
    }

    /// Indicates whether a splice replaces bytes of a part, or inserts text inside it.
    private static func cuts(_ splice: Splice, _ part: Range<Int>) -> Bool {
        splice.range.isEmpty
            ? part.lowerBound < splice.range.lowerBound && splice.range.lowerBound < part.upperBound
            : splice.range.overlaps(part)
    }
}
