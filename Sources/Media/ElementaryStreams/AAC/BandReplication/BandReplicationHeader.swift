import Bitstreams

/// How the bands of SBR are chosen (`sbr_header()`, ISO/IEC 14496-3, 4.4.2.8); it stays in force until the next one.
struct BandReplicationHeader: Hashable, Sendable {
    /// bs_amp_res: whether envelopes are in steps of 3 dB and not of 1.5.
    let hasCoarseEnvelopes: Bool
    /// bs_start_freq, an index.
    let startFrequency: Int
    /// bs_stop_freq, an index.
    let stopFrequency: Int
    /// bs_xover_band: bands of the master table that the core still codes.
    let crossoverBand: Int
    /// bs_freq_scale: 0 for bands of one width, else a number for those of an octave.
    private(set) var frequencyScale = 2
    /// bs_alter_scale.
    private(set) var isScaleAltered = true
    /// bs_noise_bands: noise bands of an octave.
    private(set) var noiseBands = 2

    /// - Parameter reader: stands at the header; afterwards behind it.
    /// - Throws: `ParseError` where bits are missing.
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
            noiseBands = Int(try reader.bits(2))
        }
        if hasLimiter { try reader.skip(6) }
    }
}
