package import TransportStreams

/// The survey of a clear transport stream segment: what has to be known before it is encrypted.
package struct TransportStreamSurvey: Hashable, Sendable {
    /// An elementary stream to protect.
    package struct Stream: Hashable, Sendable {
        /// The PID of the stream.
        package let pid: PacketIdentifier
        /// The codec of the stream.
        package let codec: SampleAESCodec
        /// The audio setup information from the first frames; nil for video, and for audio without a frame in
        /// the segment.
        package var setup: AudioSetupInformation?

        /// Creates a stream.
        package init(pid: PacketIdentifier, codec: SampleAESCodec, setup: AudioSetupInformation? = nil) {
            self.pid = pid
            self.codec = codec
            self.setup = setup
        }
    }

    /// The size and spacing of the packets.
    package let packetFormat: PacketFormat
    /// Indicates whether the segment itself has program tables, and not only its `EXT-X-MAP`.
    package let hasTables: Bool
    /// The PID of the program map.
    package let programMapPID: PacketIdentifier
    /// The program map of the segment, or that of its `EXT-X-MAP`.
    package let programMap: ProgramMapTable
    /// The streams to protect, in the order of the program map.
    package var streams: [Stream]

    /// Creates a survey.
    package init(
        packetFormat: PacketFormat,
        hasTables: Bool,
        programMapPID: PacketIdentifier,
        programMap: ProgramMapTable,
        streams: [Stream]
    ) {
        self.packetFormat = packetFormat
        self.hasTables = hasTables
        self.programMapPID = programMapPID
        self.programMap = programMap
        self.streams = streams
    }
}
