/// A fragment (`moof` and `mdat`) of consecutive samples, with the data for the layout of its boxes.
///
/// Values that all samples have in common are written in `tfhd`, all others in `trun`.
struct Fragment: Hashable, Sendable {
    /// The way in which sample flags are written.
    enum Flags: Hashable, Sendable {
        /// In `tfhd`, as the default for all samples.
        case same(SampleKind)
        /// In `trun` for the first sample, and in `tfhd` as the default for the others.
        case first(SampleKind, others: SampleKind)
        /// In `trun` for each sample.
        case each
    }

    /// The index of the first sample in the track.
    let firstSample: Int
    /// The number of samples, 0 in a segment where the track has no media.
    let sampleCount: Int
    /// baseMediaDecodeTime.
    let decodeTime: UInt64
    /// The duration of every sample in ticks, or nil if durations differ.
    let duration: UInt32?
    /// The size of every sample in bytes, or nil if sizes differ.
    let size: UInt32?
    let flags: Flags
    /// Indicates whether any composition offset is not 0.
    let hasCompositionOffsets: Bool
    /// Indicates whether the samples are in a 'roll' sample group.
    let hasRollGroup: Bool
    /// The total size of all samples, in bytes.
    let dataSize: UInt64

    /// The largest `moof` to be written, in bytes: sample encryption accepts no larger one.
    static let movieFragmentLimit = 16 << 20

    /// The size of the entry of one sample in `trun`, in bytes.
    private var runEntrySize: Int {
        (duration == nil ? 4 : 0) + (size == nil ? 4 : 0) + (flags == .each ? 4 : 0)
            + (hasCompositionOffsets ? 4 : 0)
    }

    /// The size of `trun` in bytes, 0 without samples.
    var runSize: Int {
        guard sampleCount > 0 else { return 0 }
        var size = 20 + sampleCount * runEntrySize
        if case .first = flags { size += 4 }
        return size
    }

    /// The size of `sbgp` in bytes, 0 without a sample group.
    var groupSize: Int { hasRollGroup && sampleCount > 0 ? 28 : 0 }

    /// The size of `tfhd`, in bytes.
    var trackFragmentHeaderSize: Int {
        16 + (duration == nil ? 0 : 4) + (size == nil ? 0 : 4) + (flags == .each ? 0 : 4)
    }

    /// The size of `traf`, in bytes.
    var trackFragmentSize: Int { 8 + trackFragmentHeaderSize + 20 + runSize + groupSize }

    /// The size of `moof`, in bytes.
    var movieFragmentSize: Int { 8 + 16 + trackFragmentSize }

    /// Indicates whether `mdat` needs a 64-bit size.
    var isLarge: Bool { dataSize + 8 > UInt64(UInt32.max) }

    /// The number of bytes before the first sample: `moof` and the header of `mdat`.
    var generatedSize: Int { movieFragmentSize + (isLarge ? 16 : 8) }

    /// The size of `moof` and `mdat` together, in bytes.
    var totalSize: UInt64 { UInt64(generatedSize) + dataSize }
}

/// The two kinds of samples that sample_flags distinguish.
enum SampleKind: Hashable, Sendable {
    case sync, other

    /// sample_flags (ISO/IEC 14496-12, 8.8.3.1): depends on no other sample, or depends on others and is not
    /// a sync sample.
    var flags: UInt32 {
        switch self {
        case .sync: 0x0200_0000
        case .other: 0x0101_0000
        }
    }
}
