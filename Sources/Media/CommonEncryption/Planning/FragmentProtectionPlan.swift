import Ciphers

/// A contiguous range of a sample that is encrypted as one.
struct ProtectedRange: Sendable {
    /// The byte range in the segment.
    let range: Range<UInt64>
    /// Indicates whether every tenth block is encrypted, beginning with the first, instead of all blocks.
    let isPatterned: Bool
    /// cenc: the IV of the sample.
    let iv: CounterModeCipher.CounterBlock
    /// cenc: the number of encrypted bytes of the sample before this range.
    let position: UInt64
}

/// The planned protection of a movie fragment.
struct FragmentProtectionPlan: Sendable {
    /// The bytes of the new `moof`.
    let movieFragment: [UInt8]
    /// The ranges to encrypt, by ascending offset.
    let ranges: [ProtectedRange]
    /// The number of samples to encrypt.
    let sampleCount: UInt64
    /// The number of samples with more ranges than `senc` can list.
    let partlyProtectedSampleCount: Int
    /// The offset in the segment, in bytes, of the first sample with too many ranges for `senc`, or nil if
    /// there is none.
    let firstPartlyProtectedSample: UInt64?
}
