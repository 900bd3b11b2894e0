import Bitstreams
import Testing

@testable import ElementaryStreams

struct HuffmanCodeTests {
    /// Each codebook has a codeword for every combination of values, and any bits begin with a codeword.
    @Test(arguments: zip(1...11, [81, 81, 81, 81, 81, 81, 64, 64, 169, 169, 289]))
    func codebooksAreComplete(number: Int, size: Int) throws {
        let book = SpectralCodebook.all[number - 1]
        let ranks = try Self.ranks(of: book.code, size: size)
        #expect(ranks == Array(0..<size))
        // In codebooks 1, 2, 5 and 6 the indices include the signs.
        let signs = (0..<size).map(book.signCount).reduce(0, +)
        let values = size == 81 ? 3 : size == 64 ? 8 : size == 169 ? 13 : 17
        let expected = [1, 2, 5, 6].contains(number) ? 0 : size * book.dimension * (values - 1) / values
        #expect(signs == expected)
        #expect((0..<size).map(book.escapeCount).reduce(0, +) == (number == 11 ? 2 * 17 : 0))
    }

    @Test(
        arguments: [
            (SBRHuffmanCodes.fineTime, 121), (SBRHuffmanCodes.fineFrequency, 121),
            (SBRHuffmanCodes.coarseTime, 63), (SBRHuffmanCodes.coarseFrequency, 63),
            (SBRHuffmanCodes.noiseTime, 63),
        ] as [(HuffmanCode, Int)]
    )
    func bandReplicationCodesAreComplete(code: HuffmanCode, size: Int) throws {
        #expect(try Self.ranks(of: code, size: size) == Array(0..<size))
    }

    /// An incomplete code is refused where no codeword matches: here 10 and 11.
    @Test func refusesBitsWithoutMeaning() throws {
        var reader = BitReader([0b0100_1100])
        let code = HuffmanCode([0, 2])
        #expect(try code.read(&reader) == 1)
        #expect(try code.read(&reader) == 0)
        #expect(throws: ParseError.self) { try code.read(&reader) }
    }

    /// Returns the indices of all codewords in ascending order of the codewords.
    private static func ranks(of code: HuffmanCode, size: Int) throws -> [Int] {
        var ranks: [Int] = []
        var word: UInt64 = 0
        for _ in 0..<size {
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
            var reader = BitReader(bytes[...])
            ranks.append(try code.read(&reader))
            word &+= 1 << UInt64(reader.count)
        }
        // The last codeword is all ones: the code is complete.
        #expect(word == 0)
        return ranks
    }
}
