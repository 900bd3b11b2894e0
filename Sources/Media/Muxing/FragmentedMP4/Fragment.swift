/// A fragment: `moof` and `mdat` of samples that follow each other, and how they are described.
///
/// What all samples have in common stands in `tfhd`, all else in `trun`.
struct Fragment: Hashable, Sendable {
    /// How the flags of samples are written.
    enum Flags: Hashable, Sendable {
        /// As the default of all samples.
        case same(SampleKind)
        /// Those of the first sample, and as a default those of the others.
        case first(SampleKind, others: SampleKind)
        /// For each sample.
        case each
    }

    /// Its first sample.
    let firstSample: Int
    /// Number of samples; 0 in a segment where the track has no media.
    let sampleCount: Int
    /// baseMediaDecodeTime.
    let decodeTime: UInt64
    /// Ticks of all samples; nil where they differ.
    let duration: UInt32?
    /// Bytes of all samples; nil where they differ.
    let size: UInt32?
    /// How flags are written.
    let flags: Flags
    /// Whether a composition offset is not 0.
    let hasCompositionOffsets: Bool
    /// Whether samples are in a roll group.
    let hasRollGroup: Bool
    /// Bytes of all samples together.
    let dataSize: UInt64

    /// Bytes of the largest `moof` that is written: the encryption of samples takes no larger one.
    static let limit = 16 << 20

    /// Bytes of a row of `trun`.
    private var rowSize: Int {
        (duration == nil ? 4 : 0) + (size == nil ? 4 : 0) + (flags == .each ? 4 : 0)
            + (hasCompositionOffsets ? 4 : 0)
    }

    /// Bytes of `trun`; 0 without samples.
    var runSize: Int {
        guard sampleCount > 0 else { return 0 }
        var size = 20 + sampleCount * rowSize
        if case .first = flags { size += 4 }
        return size
    }

    /// Bytes of `sbgp`; 0 without.
    var groupSize: Int { hasRollGroup && sampleCount > 0 ? 28 : 0 }

    /// Bytes of `tfhd`.
    var headerSize: Int {
        16 + (duration == nil ? 0 : 4) + (size == nil ? 0 : 4) + (flags == .each ? 0 : 4)
    }

    /// Bytes of `traf`.
    var trackSize: Int { 8 + headerSize + 20 + runSize + groupSize }

    /// Bytes of `moof`.
    var movieFragmentSize: Int { 8 + 16 + trackSize }

    /// Whether the size of `mdat` needs 64 bits.
    var isLarge: Bool { dataSize + 8 > UInt64(UInt32.max) }

    /// Bytes in front of the first sample: `moof` and the header of `mdat`.
    var madeSize: Int { movieFragmentSize + (isLarge ? 16 : 8) }

    /// Bytes of `moof` and `mdat`.
    var totalSize: UInt64 { UInt64(madeSize) + dataSize }
}

/// Whether decoding can begin with a sample, as its flags say it.
enum SampleKind: Hashable, Sendable {
    case sync, other

    /// sample_flags (ISO/IEC 14496-12, 8.8.3.1): depends on no others, or on others and cannot be begun with.
    var flags: UInt32 {
        switch self {
        case .sync: 0x0200_0000
        case .other: 0x0101_0000
        }
    }
}
