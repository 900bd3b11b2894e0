package import HLSPlaylists

/// A URI with variables: as it is written, and as it is read (RFC 8216bis 4.3).
package struct WrittenURI {
    /// A text that takes the place of some bytes of the URI as it is read.
    package struct Splice: Hashable {
        package let range: Range<Int>
        package let text: String

        /// Makes a splice of its range and its text.
        package init(range: Range<Int>, text: String) {
            self.range = range
            self.text = text
        }
    }

    /// The URI with its variables.
    package let text: String
    /// The URI that a client sees.
    package let resolved: String
    private let pieces: [VariablePiece]

    package init(_ text: String, variables: VariableScope) {
        self.text = text
        pieces = variables.pieces(of: text)
        resolved =
            pieces.count == 1 && pieces[0].written == pieces[0].value
            ? text : String(decoding: pieces.flatMap(\.value), as: UTF8.self)
    }

    /// The written URI with other texts in it; variables stay unless a part of their value goes, or a text comes into it.
    ///
    /// - Parameter splices: in order, none over another.
    /// - Returns: the URI with its variables.
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

    /// Whether a splice takes bytes of a part, or comes between them.
    private static func cuts(_ splice: Splice, _ part: Range<Int>) -> Bool {
        splice.range.isEmpty
            ? part.lowerBound < splice.range.lowerBound && splice.range.lowerBound < part.upperBound
            : splice.range.overlaps(part)
    }
}
