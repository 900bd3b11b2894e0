package import TransportStreams

/// The program map of a protected segment, made from that of the clear one.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling.
package struct ProgramMapProtection: Hashable, Sendable {
    /// A descriptor that is no longer there.
    package struct Dropped: Hashable, Sendable {
        /// Whose it was; nil for the program's.
        package let pid: PacketIdentifier?
        /// The descriptor.
        package let descriptor: ProgramDescriptor
    }

    /// The clear map.
    package let clearMap: ProgramMapTable
    /// The map of the protected segment, whose section is 183 bytes at most; the clear map where nothing is protected.
    package let protectedMap: ProgramMapTable
    /// The section of the protected map.
    package let section: [UInt8]
    /// Descriptors that had to go for the section to fit into one packet, in the order in which they went.
    package let dropped: [Dropped]

    /// Whether the maps differ; if not, packets of the map stay as they are.
    package var isChanged: Bool { protectedMap != clearMap }

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
        var protected = map
        for index in protected.streams.indices {
            let pid = protected.streams[index].pid
            guard let stream = streams.first(where: { $0.pid == pid }) else { continue }
            protected.streams[index].protect(stream)
        }
        var dropped: [Dropped] = []
        if protected != map {
            protected.version = (map.version + 1) % 32
            while protected.sectionSize > ProgramMapTable.onePacketLimit,
                let descriptor = protected.dropOptionalDescriptor()
            {
                dropped.append(descriptor)
            }
            guard protected.sectionSize <= ProgramMapTable.onePacketLimit else {
                throw Self.tooLarge(protected, at: offset)
            }
        }
        clearMap = map
        protectedMap = protected
        section = protected.section
        self.dropped = dropped
    }

    /// The map of what was surveyed.
    package init(_ survey: TransportStreamSurvey) throws(SampleEncryptionError) {
        try self.init(survey.programMap, streams: survey.streams)
    }

    private static func tooLarge(_ map: ProgramMapTable, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: "a program map that has \(map.sectionSize) bytes once it is protected,"
                + " where \(ProgramMapTable.onePacketLimit) fit into the one packet that SAMPLE-AES allows",
            remedy: "Multiplex fewer streams or descriptors into the program, or use --method aes-128"
        )
    }
}

extension ProgramMapTable.ElementaryStream {
    /// Registrations that say that a stream is clear AC-3 or E-AC-3.
    static let clearRegistrations = ["AC-3", "EAC3"]
    /// The registration of protected audio.
    static let protectedRegistration = "apad"

    /// Changes the type and puts the descriptors of protection in front of those that stay.
    fileprivate mutating func protect(_ stream: TransportStreamSurvey.Stream) {
        var added = [
            ProgramDescriptor(
                tag: ProgramDescriptor.privateDataIndicatorTag,
                body: stream.codec.privateDataIndicator
            )
        ]
        if stream.codec != .avc {
            guard let setup = stream.setup else { return }
            added.append(
                ProgramDescriptor(
                    tag: ProgramDescriptor.registrationTag,
                    body: Array(Self.protectedRegistration.utf8) + setup.bytes
                )
            )
        }
        type = stream.codec.protectedStreamType
        let kept = descriptors.filter { descriptor in
            !Self.clearRegistrations.contains { descriptor.isRegistration(of: $0) }
        }
        descriptors = added + kept
    }
}
