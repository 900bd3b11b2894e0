/// What packed audio is.
package struct PackedAudioInspection: Sendable, Encodable {
    /// The codec (RFC 6381); nil where no frame could be read.
    package let codec: String?
    /// What else the codec may be.
    package let alternatives: [String]
    /// The timestamp of the first sample, in ticks of 90 kHz; nil where there is none.
    package let timestamp: UInt64?
    /// Frames.
    package let frames: UInt64?
    /// From the start of the first frame to the end of the last one.
    package let duration: ExactSeconds?
    /// Nil where no tag says that the frames are protected.
    package let protection: ProtectionInspection?
}
