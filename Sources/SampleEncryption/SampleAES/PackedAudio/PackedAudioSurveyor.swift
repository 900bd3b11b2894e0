/// Reads as much of a clear segment of packed audio as is needed to protect it: the ID3 tag and the first frames.
package struct PackedAudioSurveyor: Sendable {
    /// Nothing read yet.
    package init() {}

    /// Takes the next bytes of the segment.
    ///
    /// - Returns: whether enough was seen.
    /// - Throws: `SampleEncryptionError` for what is malformed, encrypted already, or not to be protected.
    package mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool { true }

    /// The segment is over, or enough was seen.
    package consuming func finish() throws(SampleEncryptionError) -> PackedAudioSurvey {
        throw .unsupported(offset: 0, what: "packed audio", remedy: "Wait for the surveyor")
    }
}
