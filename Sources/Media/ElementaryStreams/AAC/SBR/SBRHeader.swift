import Bitstreams

/// The header that selects the bands of SBR (`sbr_header()`, ISO/IEC 14496-3, 4.4.2.8).
///
/// A header stays in force until the next one.
struct SBRHeader: Hashable, Sendable {
    /// bs_amp_res: envelopes have steps of 3 dB instead of 1.5 dB.
    let hasCoarseEnvelopes: Bool
    /// bs_start_freq, an index.
    let startFrequency: Int
    /// bs_stop_freq, an index.
    let stopFrequency: Int
    /// bs_xover_band: the number of bands of the master table that the core still codes.
    let crossoverBand: Int
    /// bs_freq_scale: 0 for bands of equal width, otherwise an index for the number of bands per octave.
    private(set) var frequencyScale = 2
    /// bs_alter_scale.
    private(set) var isScaleAltered = true
    /// bs_noise_bands: the number of noise floor bands per octave.
    private(set) var noiseBandsPerOctave = 2

    /// Parses the header.
    ///
    /// - Parameter reader: positioned at the header; advanced past it.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader) throws(ParseError) {
        hasCoarseEnvelopes = try reader.flag()
        startFrequency = Int(try reader.bits(4))
        stopFrequency = Int(try reader.bits(4))
        crossoverBand = Int(try reader.bits(3))
        try reader.skip(2)
        let hasScale = try reader.flag()
        let hasLimiter = try reader.flag()
        if hasScale {
            frequencyScale = Int(try reader.bits(2))
            isScaleAltered = try reader.flag()
            noiseBandsPerOctave = Int(try reader.bits(2))
        }
        if hasLimiter { try reader.skip(6) }
    }
}
