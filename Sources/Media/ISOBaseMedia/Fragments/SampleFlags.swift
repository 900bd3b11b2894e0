/// The sample flags of movie fragments (ISO/IEC 14496-12, 8.8.3.1).
package struct SampleFlags: Hashable, Sendable {
    /// The 32 bits of the field.
    let rawValue: UInt32

    /// Creates flags; every value is valid.
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Indicates whether decoding can begin with the sample: sample_is_non_sync_sample is 0.
    package var isSync: Bool { rawValue & 0x0001_0000 == 0 }
}
