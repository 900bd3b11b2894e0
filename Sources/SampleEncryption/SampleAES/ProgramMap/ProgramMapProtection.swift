internal import Bitstreams
package import TransportStreams

/// The program map of a protected segment, made from that of the clear one.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling.
package struct ProgramMapProtection: Hashable, Sendable {
    /// The clear map.
    package let clearMap: ProgramMapTable
    /// The map of the protected segment: its section is 183 bytes at most.
    package let protectedMap: ProgramMapTable
    /// The section of the protected map.
    package let section: [UInt8]
    /// Descriptors that had to go for the section to fit into one packet; the PID is nil for one of the program.
    package let dropped: [Dropped]

    /// A descriptor that is no longer there.
    package struct Dropped: Hashable, Sendable {
        /// Whose it was; nil for the program's.
        package let pid: PacketIdentifier?
        /// The descriptor.
        package let descriptor: ProgramDescriptor
    }

    /// - Parameters:
    ///   - map: the clear map.
    ///   - streams: what is protected; audio without setup information, of which there is no frame, stays as it is.
    ///   - offset: where the map stands in the stream, for errors.
    /// - Throws: `SampleEncryptionError.unsupported` where the section does not fit into one packet.
    package init(
        _ map: ProgramMapTable,
        streams: [TransportStreamSurvey.Stream],
        at offset: UInt64 = 0
    ) throws(SampleEncryptionError) {
        throw .unsupported(offset: offset, what: "a program map", remedy: "Wait for the writer")
    }

    /// The map of what was surveyed.
    package init(_ survey: TransportStreamSurvey) throws(SampleEncryptionError) {
        try self.init(survey.programMap, streams: survey.streams)
    }
}
