package import TransportStreams

/// What a program map says of the protection of its streams, as far as it can be read, and what is wrong with it.
package struct ProgramMapReading: Hashable, Sendable {
    /// A stream that is protected.
    package struct Stream: Hashable, Sendable {
        /// Its packets.
        package let pid: PacketIdentifier
        /// Its codec.
        package let codec: SampleAESCodec
        /// Of audio what stands behind 'apad'; nil for video, and where it cannot be read.
        package let setup: AudioSetupInformation?
    }

    /// The streams that are protected, in the order of the map.
    package let streams: [Stream]
    /// What is wrong, in the order of the map.
    package let faults: [ProgramMapFault]

    /// Reads a map, clear or protected.
    package init(_ map: ProgramMapTable) {
        streams = []
        faults = []
    }

    /// What is wrong with the map of a protected segment, compared with that of the clear one.
    ///
    /// - Parameters:
    ///   - protected: the map of the protected segment.
    ///   - clear: the map of the clear segment.
    /// - Returns: what differs that has to be the same, and version numbers that do not follow each other. What is
    ///   wrong with the protected map by itself is not in it.
    package static func differences(
        of protected: ProgramMapTable,
        from clear: ProgramMapTable
    ) -> [ProgramMapFault] { [] }
}
