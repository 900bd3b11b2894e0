import Bitstreams

/// One channel of AAC LC (`individual_channel_stream()`, ISO/IEC 14496-3, 4.4.2.7), parsed only to find its
/// end.
struct IndividualChannelStream {
    /// The numbers of codebooks with a special meaning (table 4.151).
    private enum Codebook {
        static let zero: UInt8 = 0
        static let escape: UInt8 = 11
        static let reserved: UInt8 = 12
        static let noise: UInt8 = 13
    }

    /// The Huffman code of scale factors, intensity positions and noise energies (table 4.A.1).
    private static let scaleFactorCode = HuffmanCode([
        1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46,
    ])

    let window: WindowInformation
    /// The codebook number of each band, group by group.
    private var codebooks: [UInt8] = []

    /// Parses the channel.
    ///
    /// - Parameters:
    ///   - reader: positioned at the channel; advanced past it.
    ///   - commonWindow: the window information that both channels of a pair share, or nil if the channel has
    ///     its own.
    ///   - bands: the scale factor bands of the sampling rate.
    /// - Throws: `ParseError` if bits are missing or the syntax is not that of AAC LC.
    init(
        _ reader: inout BitReader,
        commonWindow: WindowInformation?,
        bands: ScaleFactorBands
    ) throws(ParseError) {
        try reader.skip(8)
        window = if let commonWindow { commonWindow } else { try WindowInformation(&reader, bands: bands) }
        try readSections(&reader)
        try skipScaleFactors(&reader)
        if try reader.flag() { try skipPulses(&reader) }
        if try reader.flag() { try skipTemporalNoiseShaping(&reader) }
        try reader.requireZeroBit("gain_control_data_present", "0 of AAC LC")
        try skipSpectralData(&reader)
    }

    /// Skips a list of gains in a coupling channel element: one gain for each band with data.
    func skipGains(_ reader: inout BitReader) throws(ParseError) {
        for codebook in codebooks where codebook != Codebook.zero { try Self.skipGain(&reader) }
    }

    /// Skips the codeword of one scale factor or gain.
    static func skipGain(_ reader: inout BitReader) throws(ParseError) {
        _ = try scaleFactorCode.read(&reader)
    }

    /// Reads section_data(): runs of bands with the same codebook.
    private mutating func readSections(_ reader: inout BitReader) throws(ParseError) {
        let width = window.isShort ? 3 : 5
        let escape = (1 << width) - 1
        for _ in window.groupLengths {
            var band = 0
            while band < window.bandCount {
                let offset = reader.offset
                let codebook = UInt8(try reader.bits(4))
                var length = 0
                var increment = escape
                while increment == escape {
                    increment = Int(try reader.bits(width))
                    length += increment
                }
                guard codebook != Codebook.reserved, length <= window.bandCount - band else {
                    throw .invalid(
                        offset: offset,
                        field: "section",
                        found: "of codebook \(codebook) over \(length) bands",
                        expected: "a codebook other than 12 over at most \(window.bandCount - band) bands"
                    )
                }
                codebooks.append(contentsOf: repeatElement(codebook, count: length))
                band += length
            }
        }
    }

    private func skipScaleFactors(_ reader: inout BitReader) throws(ParseError) {
        var hasNoise = false
        for codebook in codebooks where codebook != Codebook.zero {
            if codebook == Codebook.noise, !hasNoise {
                // The first noise energy is not Huffman coded.
                try reader.skip(9)
                hasNoise = true
            } else {
                try Self.skipGain(&reader)
            }
        }
    }

    private func skipPulses(_ reader: inout BitReader) throws(ParseError) {
        guard !window.isShort else {
            throw .invalid(
                offset: reader.offset,
                field: "pulse_data_present",
                found: "in short windows",
                expected: "0 in short windows"
            )
        }
        let count = Int(try reader.bits(2)) + 1
        try reader.skip(6 + 9 * count)
    }

    private func skipTemporalNoiseShaping(_ reader: inout BitReader) throws(ParseError) {
        for _ in 0..<window.windowCount {
            let filterCount = try reader.bits(window.isShort ? 1 : 2)
            guard filterCount > 0 else { continue }
            let resolution = Int(try reader.bits(1)) + 3
            for _ in 0..<filterCount {
                try reader.skip(window.isShort ? 4 : 6)
                let order = Int(try reader.bits(window.isShort ? 3 : 5))
                guard order > 0 else { continue }
                try reader.skip(1)
                let isCompressed = try reader.flag()
                try reader.skip(order * (resolution - (isCompressed ? 1 : 0)))
            }
        }
    }

    private func skipSpectralData(_ reader: inout BitReader) throws(ParseError) {
        var index = 0
        for groupLength in window.groupLengths {
            for band in 0..<window.bandCount {
                let codebook = codebooks[index]
                index += 1
                guard (1...Codebook.escape).contains(codebook) else { continue }
                let book = SpectralCodebook.all[Int(codebook) - 1]
                let coefficientCount = groupLength * window.bandWidth(band)
                for _ in 0..<coefficientCount / book.dimension { try Self.skipCodeword(of: book, &reader) }
            }
        }
    }

    private static func skipCodeword(
        of book: SpectralCodebook,
        _ reader: inout BitReader
    ) throws(ParseError) {
        let rank = try book.code.read(&reader)
        try reader.skip(book.signCount(rank))
        for _ in 0..<book.escapeCount(rank) {
            var width = 4
            while try reader.flag() { width += 1 }
            guard width <= 12 else {
                throw .invalid(
                    offset: reader.offset,
                    field: "escape sequence",
                    found: "of \(width) bits",
                    expected: "at most 12 bits"
                )
            }
            try reader.skip(width)
        }
    }
}
