/// The Huffman codes of SBR for one channel (ISO/IEC 14496-3, 4.A.6.1).
///
/// Each is given by its number of codewords of 1 bit, of 2 bits, and so on.
enum SBRHuffmanCodes {
    /// Envelopes in steps of 1.5 dB, coded along time.
    static let fineTime = HuffmanCode([0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 3, 4, 2, 7, 4, 8, 72])
    /// Envelopes in steps of 1.5 dB, coded along frequency.
    static let fineFrequency = HuffmanCode([0, 2, 2, 2, 2, 2, 1, 3, 3, 2, 4, 4, 4, 3, 2, 5, 6, 13, 15, 46])
    /// Envelopes in steps of 3 dB, coded along time.
    static let coarseTime = HuffmanCode([1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 1, 2, 5, 1, 4, 2, 3, 34])
    /// Envelopes in steps of 3 dB, and noise floors, coded along frequency.
    static let coarseFrequency = HuffmanCode([
        1, 1, 1, 1, 1, 1, 0, 2, 2, 2, 2, 2, 1, 2, 3, 4, 4, 7, 10, 16,
    ])
    /// Noise floors, coded along time.
    static let noiseTime = HuffmanCode([1, 1, 1, 1, 1, 1, 0, 2, 0, 1, 1, 0, 51, 2])
}
