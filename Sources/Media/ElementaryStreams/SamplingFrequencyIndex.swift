/// The indices of sampling rates in AAC, samplingFrequencyIndex (ISO/IEC 14496-3 table 1.18).
package enum SamplingFrequencyIndex {
    /// The sampling rates in Hz, for indices 0 to 12.
    package static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    /// The index after which the sampling rate itself follows, in 24 bits.
    package static let escape: UInt64 = 15
}
