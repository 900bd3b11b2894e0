import Bitstreams

/// A detector of PS data in the SBR data of a mono core (`sbr_single_channel_element()`, ISO/IEC 14496-3,
/// 4.4.2.8).
struct ParametricStereoDetector: Sendable {
    /// bs_extension_id of PS data.
    private static let parametricStereo: UInt64 = 2

    private let coreRate: Int
    private var header: SBRHeader?

    /// Creates a detector before the first frame.
    ///
    /// - Parameter coreRate: the sampling rate of the core, in Hz.
    init(coreRate: Int) {
        self.coreRate = coreRate
    }

    /// Searches the SBR data of the next frame for PS data.
    ///
    /// - Parameter data: the SBR data of a single_channel_element.
    /// - Returns: true if PS data were found, or nil if that is unknown: there was no SBR header yet, or the
    ///   data do not end where they should.
    mutating func hasParametricStereo(_ data: RawDataBlock.BandReplication) -> Bool? {
        var reader = BitReader(data.payload[...])
        do {
            try reader.skip(data.hasChecksum ? 4 + 10 : 4)
            if try reader.flag() { header = try SBRHeader(&reader) }
            guard let header, let bands = SBRBands(header, samplingRate: 2 * coreRate) else {
                return nil
            }
            return try Self.containsParametricStereo(&reader, header, bands)
        } catch {
            return nil
        }
    }

    private static func containsParametricStereo(
        _ reader: inout BitReader,
        _ header: SBRHeader,
        _ bands: SBRBands
    ) throws(ParseError) -> Bool? {
        if try reader.flag() { try reader.skip(4) }
        let grid = try SBRGrid(&reader)
        var isTimeCoded: [Bool] = []
        for _ in 0..<grid.hasHighResolution.count + grid.noiseCount { isTimeCoded.append(try reader.flag()) }
        // bs_invf_mode
        try reader.skip(2 * bands.noiseBandCount)
        let isCoarse = header.hasCoarseEnvelopes && !grid.isSingleFixed
        for (isHigh, isTimeCoded) in zip(grid.hasHighResolution, isTimeCoded) {
            let count = isHigh ? bands.envelopeBandCounts.high : bands.envelopeBandCounts.low
            try skipEnvelope(count, isCoarse: isCoarse, isTimeCoded: isTimeCoded, &reader)
        }
        for isTimeCoded in isTimeCoded.suffix(grid.noiseCount) {
            try skipNoise(bands.noiseBandCount, isTimeCoded: isTimeCoded, &reader)
        }
        // bs_add_harmonic_flag, bs_add_harmonic
        if try reader.flag() { try reader.skip(bands.envelopeBandCounts.high) }
        guard try reader.flag() else { return reader.count < 8 ? false : nil }
        return try isParametricStereo(&reader)
    }

    private static func skipEnvelope(
        _ count: Int,
        isCoarse: Bool,
        isTimeCoded: Bool,
        _ reader: inout BitReader
    ) throws(ParseError) {
        guard !isTimeCoded else {
            let code = isCoarse ? SBRHuffmanCodes.coarseTime : SBRHuffmanCodes.fineTime
            for _ in 0..<count { _ = try code.read(&reader) }
            return
        }
        let code = isCoarse ? SBRHuffmanCodes.coarseFrequency : SBRHuffmanCodes.fineFrequency
        try reader.skip(isCoarse ? 6 : 7)
        for _ in 1..<count { _ = try code.read(&reader) }
    }

    private static func skipNoise(
        _ count: Int,
        isTimeCoded: Bool,
        _ reader: inout BitReader
    ) throws(ParseError) {
        guard !isTimeCoded else {
            for _ in 0..<count { _ = try SBRHuffmanCodes.noiseTime.read(&reader) }
            return
        }
        try reader.skip(5)
        for _ in 1..<count { _ = try SBRHuffmanCodes.coarseFrequency.read(&reader) }
    }

    /// Indicates whether the first bs_extension_id is that of PS data.
    ///
    /// Nil if the extension does not end in the last byte of the SBR data. bs_extension_size is in bytes.
    private static func isParametricStereo(_ reader: inout BitReader) throws(ParseError) -> Bool? {
        var size = Int(try reader.bits(4))
        if size == 15 { size += Int(try reader.bits(8)) }
        guard (0..<8).contains(reader.count - 8 * size) else { return nil }
        return size > 0 ? try reader.bits(2) == parametricStereo : false
    }
}

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
