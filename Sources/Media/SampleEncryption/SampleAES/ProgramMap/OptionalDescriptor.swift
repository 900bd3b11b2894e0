import TransportStreams

/// The kinds of descriptors that may be dropped to make a program map fit into one packet.
///
/// They are dropped in the order of the cases, within each case from the end of the table to its start, until
/// the map fits. All others stay: those needed to understand a stream, unknown ones, conditional access.
/// Tags: ISO/IEC 13818-1 table 2-45; ETSI EN 300 468 table 12; ATSC A/65 and A/53.
enum OptionalDescriptor: CaseIterable {
    /// Rates and buffer sizes, for multiplexers and hardware.
    case buffering
    /// Coding parameters of a protected stream, which its own headers and the setup information repeat.
    case coding
    /// Broadcast signalling, which HLS has in its playlists or not at all.
    case broadcast
    /// The language of a protected stream, which HLS has in its playlists.
    case language

    /// Indicates whether a descriptor is of this kind and may be dropped.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor.
    ///   - role: the role of its stream, or nil for a descriptor of the program.
    /// - Returns: true if it may be dropped.
    func covers(_ descriptor: ProgramDescriptor, of role: ElementaryStreamRole?) -> Bool {
        let isProtected = if case .protected? = role { true } else { false }
        return switch self {
        case .buffering: Self.bufferingTags.contains(descriptor.tag)
        case .coding: isProtected && Self.codingTags.contains(descriptor.tag)
        case .broadcast: (isProtected || role == nil) && Self.broadcastTags.contains(descriptor.tag)
        case .language: isProtected && descriptor.tag == 0x0A
        }
    }

    /// system_clock, multiplex_buffer_utilization, maximum_bitrate, smoothing_buffer, STD, IBP,
    /// MultiplexBuffer.
    private static let bufferingTags: Set<UInt8> = [0x0B, 0x0C, 0x0E, 0x10, 0x11, 0x12, 0x23]
    /// video_stream, audio_stream, data_stream_alignment, target_background_grid, video_window, MPEG-4 audio,
    /// AVC video, AVC timing and HRD, MPEG-2 AAC; in DVB: AC-3, enhanced AC-3, AAC; in ATSC: AC-3, E-AC-3.
    private static let codingTags: Set<UInt8> = [
        0x02, 0x03, 0x06, 0x07, 0x08, 0x1C, 0x28, 0x2A, 0x2B, 0x6A, 0x7A, 0x7C, 0x81, 0xCC,
    ]
    /// copyright, stream identifier; in ATSC: caption service, content advisory, component name,
    /// redistribution control.
    private static let broadcastTags: Set<UInt8> = [0x0D, 0x52, 0x86, 0x87, 0xA3, 0xAA]
}

extension ProgramMapTable {
    /// Removes the most dispensable descriptor and returns it, or nil if there is none.
    mutating func dropOptionalDescriptor() -> ProtectedProgramMap.DroppedDescriptor? {
        for kind in OptionalDescriptor.allCases {
            for index in streams.indices.reversed() {
                let role = ElementaryStreamRole(streams[index], in: descriptors)
                guard
                    let descriptorIndex = streams[index].descriptors.lastIndex(where: {
                        kind.covers($0, of: role)
                    })
                else { continue }
                return ProtectedProgramMap.DroppedDescriptor(
                    pid: streams[index].pid,
                    descriptor: streams[index].descriptors.remove(at: descriptorIndex)
                )
            }
            if let descriptorIndex = descriptors.lastIndex(where: { kind.covers($0, of: nil) }) {
                return ProtectedProgramMap.DroppedDescriptor(
                    pid: nil,
                    descriptor: descriptors.remove(at: descriptorIndex)
                )
            }
        }
        return nil
    }
}
