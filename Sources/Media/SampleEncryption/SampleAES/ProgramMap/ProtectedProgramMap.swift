import ProtectionTerms
package import TransportStreams

/// The program map of a protected segment, derived from that of the clear one.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling.
package struct ProtectedProgramMap: Hashable, Sendable {
    /// A descriptor that was dropped.
    package struct DroppedDescriptor: Hashable, Sendable {
        /// The PID of its stream, or nil for a descriptor of the program.
        package let pid: PacketIdentifier?
        /// The descriptor in the clear map.
        package let descriptor: ProgramDescriptor
    }

    /// The program map of the clear segment.
    package let clearMap: ProgramMapTable
    /// The map of the protected segment, whose section has at most 183 bytes; the clear map if nothing is
    /// protected.
    package let protectedMap: ProgramMapTable
    /// The serialized section of the protected map.
    package let section: [UInt8]
    /// The descriptors that were dropped to make the section fit into one packet, in the order of dropping.
    package let dropped: [DroppedDescriptor]

    /// Indicates whether the maps differ; if not, the packets of the map stay unchanged.
    package var isChanged: Bool { protectedMap != clearMap }

    /// - Parameters:
    ///   - map: the clear map.
    ///   - streams: the streams to protect. Audio without setup information, which has no frame, stays
    ///     unchanged.
    ///   - offset: the offset of the map in the stream, for errors.
    /// - Throws: `SampleEncryptionError.unsupported` if the section does not fit into one packet.
    package init(
        _ map: ProgramMapTable,
        streams: [TransportStreamSurvey.Stream],
        at offset: UInt64 = 0
    ) throws(SampleEncryptionError) {
        var protected = map
        for index in protected.streams.indices {
            let pid = protected.streams[index].pid
            guard let stream = streams.first(where: { $0.pid == pid }) else { continue }
            protected.streams[index].protect(stream)
        }
        var dropped: [DroppedDescriptor] = []
        if protected != map {
            protected.version = (map.version + 1) % 32
            while protected.sectionSize > ProgramMapTable.onePacketLimit,
                let descriptor = protected.dropOptionalDescriptor()
            {
                dropped.append(descriptor)
            }
            guard protected.sectionSize <= ProgramMapTable.onePacketLimit else {
                throw Self.tooLargeError(protected, at: offset)
            }
        }
        clearMap = map
        protectedMap = protected
        section = protected.section
        self.dropped = dropped
    }

    /// Derives the map for a surveyed segment.
    package init(_ survey: TransportStreamSurvey) throws(SampleEncryptionError) {
        try self.init(survey.programMap, streams: survey.streams)
    }

    private static func tooLargeError(_ map: ProgramMapTable, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: "a program map that has \(map.sectionSize) bytes once it is protected,"
                + " where \(ProgramMapTable.onePacketLimit) fit into the one packet that SAMPLE-AES allows",
            remedy:
                "Multiplex fewer streams or descriptors into the program, or use \(CommandOption.method) aes-128"
        )
    }
}

extension ProgramMapTable.ElementaryStream {
    /// The registrations that declare a stream to be clear AC-3 or E-AC-3.
    static let clearRegistrations = ["AC-3", "EAC3"]
    static let protectedRegistration = "apad"

    /// Changes the stream type and puts the descriptors of protection before those that stay.
    fileprivate mutating func protect(_ stream: TransportStreamSurvey.Stream) {
        var protectionDescriptors = [
            ProgramDescriptor(
                tag: ProgramDescriptor.privateDataIndicatorTag,
                body: stream.codec.privateDataIndicator
            )
        ]
        if stream.codec != .avc {
            guard let setup = stream.setup else { return }
            protectionDescriptors.append(
                ProgramDescriptor(
                    tag: ProgramDescriptor.registrationTag,
                    body: Array(Self.protectedRegistration.utf8) + setup.bytes
                )
            )
        }
        type = stream.codec.protectedStreamType
        let keptDescriptors = descriptors.filter { descriptor in
            !Self.clearRegistrations.contains { descriptor.isRegistration(of: $0) }
        }
        descriptors = protectionDescriptors + keptDescriptors
    }
}
