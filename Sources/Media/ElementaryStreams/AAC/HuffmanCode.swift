import Bitstreams

/// A prefix code whose codewords ascend with their lengths, as all of AAC and SBR do: the number of codewords of each
/// length says it all.
struct HuffmanCode: Sendable {
    private let counts: [Int]

    /// - Parameter counts: codewords of 1 bit, of 2 bits, and so on.
    init(_ counts: [Int]) {
        self.counts = counts
    }

    /// Reads a codeword.
    ///
    /// - Parameter reader: stands at the codeword.
    /// - Returns: the place of the codeword among all codewords, in ascending order.
    /// - Throws: `ParseError` where bits are missing.
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
        throw .invalid(offset: start, field: "Huffman code", found: "without meaning", expected: "a codeword")
    }
}
