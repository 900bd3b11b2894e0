import Bitstreams

/// A prefix code whose codewords ascend with their lengths, as in all codes of AAC and SBR.
///
/// The number of codewords of each length defines such a code.
struct HuffmanCode: Sendable {
    private let counts: [Int]

    /// Creates a code.
    ///
    /// - Parameter counts: the number of codewords of 1 bit, of 2 bits, and so on.
    init(_ counts: [Int]) {
        self.counts = counts
    }

    /// Reads a codeword.
    ///
    /// - Parameter reader: positioned at the codeword; advanced past it.
    /// - Returns: the index of the codeword among all codewords in ascending order.
    /// - Throws: `ParseError` if bits are missing or match no codeword.
    func read(_ reader: inout BitReader) throws(ParseError) -> Int {
        let start = reader.offset
        var code = 0
        var first = 0
        var rank = 0
        for count in counts {
            code = code << 1 | Int(try reader.bits(1))
            if code - first < count { return rank + code - first }
            rank += count
            first = (first + count) << 1
        }
        throw .invalid(offset: start, field: "Huffman code", found: "unassigned", expected: "a codeword")
    }
}
