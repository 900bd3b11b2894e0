package import TransportStreams

/// The protection that a program map signals for its streams, as far as it can be parsed, and the faults in
/// it.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling.
package struct ProgramMapReading: Hashable, Sendable {
    /// A protected stream.
    package struct Stream: Hashable, Sendable {
        /// The PID of the stream.
        package let pid: PacketIdentifier
        /// The codec that the stream type gives.
        package let codec: SampleAESCodec
        /// The audio setup information after 'apad'; nil for video, and if it cannot be parsed.
        package let setup: AudioSetupInformation?
    }

    /// The protected streams, in the order of the map.
    package private(set) var streams: [Stream] = []
    /// The faults, in the order of the map.
    package private(set) var faults: [ProgramMapFault] = []

    /// Reads a clear or protected map.
    package init(_ map: ProgramMapTable) {
        for stream in map.streams {
            guard case .protected(let codec) = ElementaryStreamRole(stream, in: map.descriptors) else {
                checkClear(stream)
                continue
            }
            checkIndicator(of: stream, codec)
            let setup = codec == .avc ? nil : readSetup(of: stream, codec)
            checkRegistrations(of: stream)
            streams.append(Stream(pid: stream.pid, codec: codec, setup: setup))
        }
        if !streams.isEmpty, map.sectionSize > ProgramMapTable.onePacketLimit {
            faults.append(.size(map.sectionSize))
        }
    }

    private mutating func checkClear(_ stream: ProgramMapTable.ElementaryStream) {
        for descriptor in stream.descriptors {
            if let codec = SampleAESCodec.allCases.first(where: descriptor.isIndicator) {
                faults.append(
                    .protectionOfClearStream(
                        stream.pid,
                        found: "private data indicator '\(codec.indicatorText)'"
                    )
                )
            } else if descriptor.isProtectedRegistration {
                faults.append(.protectionOfClearStream(stream.pid, found: "registration 'apad'"))
            }
        }
    }

    private mutating func checkIndicator(
        of stream: ProgramMapTable.ElementaryStream,
        _ codec: SampleAESCodec
    ) {
        guard stream.descriptors.first?.isIndicator(of: codec) != true else { return }
        let found =
            if let index = stream.descriptors.firstIndex(where: { $0.isIndicator(of: codec) }) {
                "private data indicator as descriptor \(index + 1)"
            } else if let indicator = stream.descriptors.first(where: {
                $0.tag == ProgramDescriptor.privateDataIndicatorTag
            }) {
                "private data indicator " + indicator.bodyDescription
            } else {
                "no private data indicator"
            }
        faults.append(.privateDataIndicator(stream.pid, found: found, expected: codec.indicatorText))
    }

    private mutating func readSetup(
        of stream: ProgramMapTable.ElementaryStream,
        _ codec: SampleAESCodec
    ) -> AudioSetupInformation? {
        let indices = stream.descriptors.indices.filter { stream.descriptors[$0].isProtectedRegistration }
        guard let index = indices.first else {
            faults.append(.audioRegistration(stream.pid, found: "no registration 'apad'"))
            return nil
        }
        if indices.count > 1 {
            faults.append(.audioRegistration(stream.pid, found: "registration 'apad' \(indices.count) times"))
        } else if index != 1 {
            faults.append(
                .audioRegistration(stream.pid, found: "registration 'apad' as descriptor \(index + 1)")
            )
        }
        do throws(ProgramMapFault) {
            return try AudioSetupInformation(stream.descriptors[index], of: codec, stream.pid)
        } catch {
            faults.append(error)
            return nil
        }
    }

    private mutating func checkRegistrations(of stream: ProgramMapTable.ElementaryStream) {
        for format in ProgramMapTable.ElementaryStream.clearRegistrations
        where stream.descriptors.contains(where: { $0.isRegistration(of: format) }) {
            faults.append(.clearRegistration(stream.pid, format: format))
        }
    }
}

extension ProgramDescriptor {
    /// Indicates whether this is the private data indicator of a codec when protected.
    func isIndicator(of codec: SampleAESCodec) -> Bool {
        tag == Self.privateDataIndicatorTag && body.elementsEqual(codec.privateDataIndicator)
    }

    /// Indicates whether this is the registration 'apad' of protected audio.
    var isProtectedRegistration: Bool {
        isRegistration(of: ProgramMapTable.ElementaryStream.protectedRegistration)
    }
}

extension SampleAESCodec {
    /// The private data indicator as text: "zavc".
    var indicatorText: String { String(decoding: privateDataIndicator, as: UTF8.self) }
}
