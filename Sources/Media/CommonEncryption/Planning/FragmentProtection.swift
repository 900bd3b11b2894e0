import Ciphers

/// Bytes of a segment that are encrypted as one.
struct ProtectedRange: Sendable {
    /// Where they are in the segment.
    let range: Range<UInt64>
    /// Whether one block of ten is encrypted, from the first one on; otherwise all are.
    let isPatterned: Bool
    /// cenc: the vector of the sample.
    let vector: CounterModeCipher.Vector
    /// cenc: encrypted bytes of the sample in front of these.
    let position: UInt64
}

/// What is done to a movie fragment.
struct FragmentProtection: Sendable {
    /// The `moof`, as it is written.
    let movieFragment: [UInt8]
    /// What is encrypted, in the order of the bytes.
    let ranges: [ProtectedRange]
    /// Samples that are encrypted.
    let sampleCount: UInt64
    /// Samples with more ranges than can be listed.
    let crowdedSampleCount: Int
    /// Where the first one is.
    let firstCrowdedSample: UInt64?
}
