package import TransportStreams

/// What has to be known of a clear transport stream segment before it is encrypted.
package struct TransportStreamSurvey: Hashable, Sendable {
    /// An elementary stream that SAMPLE-AES protects.
    package struct Stream: Hashable, Sendable {
        /// Its packets.
        package let pid: PacketIdentifier
        /// Its codec.
        package let codec: SampleAESCodec
        /// Of audio what its first frames say; nil for video, and for audio of which the segment has no frame.
        package var setup: AudioSetupInformation?

        /// A stream from its parts.
        package init(pid: PacketIdentifier, codec: SampleAESCodec, setup: AudioSetupInformation? = nil) {
            self.pid = pid
            self.codec = codec
            self.setup = setup
        }
    }

    /// How its packets follow each other.
    package let packetFormat: PacketFormat
    /// Whether program tables stand in the segment itself and not only in its `EXT-X-MAP`.
    package let hasTables: Bool
    /// Where the program map is.
    package let programMapPID: PacketIdentifier
    /// The program map, as it is in the segment or in its `EXT-X-MAP`.
    package let programMap: ProgramMapTable
    /// The streams to protect, in the order of the program map.
    package var streams: [Stream]

    /// A survey from its parts.
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
