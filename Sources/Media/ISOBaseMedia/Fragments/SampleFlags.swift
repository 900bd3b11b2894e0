/// What a fragment says about a sample (ISO/IEC 14496-12, 8.8.3.1).
package struct SampleFlags: Hashable, Sendable {
    /// The 32 bits.
    package let rawValue: UInt32

    /// Any value is flags.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Whether decoding can begin with the sample: sample_is_non_sync_sample is not set.
    package var isSync: Bool { rawValue & 0x0001_0000 == 0 }
}
