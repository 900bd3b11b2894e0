/// Reads as much of a clear transport stream segment as is needed to protect it: the program tables and the first frame
/// of every audio stream.
package struct TransportStreamSurveyor: Sendable {
    /// - Parameter section: the survey of the segment's `EXT-X-MAP`, if it has one.
    package init(section: TransportStreamSurvey? = nil) {}

    /// Takes the next bytes of the segment.
    ///
    /// - Returns: whether enough was seen.
    /// - Throws: `SampleEncryptionError` for what is malformed, encrypted already, or not to be protected.
    package mutating func consume(_ chunk: Span<UInt8>) throws(SampleEncryptionError) -> Bool { true }

    /// The segment is over, or enough was seen.
    package consuming func finish() throws(SampleEncryptionError) -> TransportStreamSurvey {
        throw .unsupported(offset: 0, what: "a transport stream", remedy: "Wait for the surveyor")
    }
}
