/// The contents of a packed audio file.
package struct PackedAudioInspection: Sendable, Encodable {
    /// The codec (RFC 6381), or nil if no frame can be read.
    package let codec: String?
    /// Other codecs that the frames may have (RFC 6381).
    package let alternatives: [String]
    /// The timestamp of the first sample in 90 kHz ticks, or nil if there is none.
    package let timestamp: UInt64?
    /// The number of frames, or nil if they cannot be read.
    package let frames: UInt64?
    /// The time from the start of the first frame to the end of the last, or nil if unknown.
    package let duration: ExactSeconds?
    /// The protection that an ID3 tag signals, or nil if none does.
    package let protection: ProtectionInspection?
}
