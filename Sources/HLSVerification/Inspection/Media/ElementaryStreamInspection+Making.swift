internal import Bitstreams
internal import ElementaryStreams
internal import MediaProbing
internal import SampleEncryption
internal import TransportStreams

extension ElementaryStreamInspection {
    /// A stream of a program map, and what was seen of it.
    init(
        _ stream: ProgramMapTable.ElementaryStream,
        role: ElementaryStreamRole,
        protection reading: ProgramMapReading.Stream?,
        seen: InspectedPID,
        track: MediaTrack?
    ) {
        pid = stream.pid.rawValue.hexadecimalText
        streamType = stream.type.rawValue.hexadecimalText
        name = Self.name(of: stream, role)
        content = track.map { Self.word(for: $0.content) } ?? "other"
        codec = track?.codecs.first?.text
        alternatives = track?.codecs.first?.alternatives ?? []
        resolution = track?.pictureSize.map { "\($0.width)x\($0.height)" }
        languages = DescriptorInspection.languages(in: stream.descriptors)
        descriptors = stream.descriptors.map { DescriptorInspection($0) }
        protection = reading.map { ProtectionInspection($0.codec, $0.setup) }
        packets = seen.packets
        pesPackets = stream.type.isCarriedInPES ? seen.pesPackets : nil
        sections =
            seen.sections.isEmpty
            ? nil
            : Dictionary(uniqueKeysWithValues: seen.sections.map { ($0.key.hexadecimalText, $0.value) })
        samples = track?.timing?.sampleCount
        randomAccessPoints = seen.randomAccessPoints
        startsWithKeyFrame = track?.startsWithKeyFrame
        times = seen.times.firstPTS == nil ? nil : seen.times
        duration = track?.timing?.length.map { ExactSeconds($0.duration) }
        clock = seen.clockInspection
    }

    private static func name(
        of stream: ProgramMapTable.ElementaryStream,
        _ role: ElementaryStreamRole
    ) -> String {
        switch role {
        case .protectable(let codec), .protected(let codec): return codec.rawValue
        case .unsupported(let what): return what
        case .data: break
        }
        let tags = stream.descriptors.map(\.tag)
        if tags.contains(0x56) { return "teletext" }
        if tags.contains(0x59) { return "DVB subtitles" }
        if stream.descriptors.contains(where: { $0.isRegistration(of: "KLVA") }) { return "KLV metadata" }
        let isID3 = stream.descriptors.contains {
            // metadata_format_identifier of the metadata descriptor: 'ID3 '
            $0.isRegistration(of: "ID3 ") || ($0.tag == 0x26 && $0.bodyContainsID3)
        }
        if isID3 { return "ID3 metadata" }
        return stream.type.rawValue == 0x86 ? "SCTE-35" : StreamTypeNames.data[stream.type.rawValue] ?? "data"
    }

    private static func word(for content: MediaTrack.Content) -> String {
        switch content {
        case .video: "video"
        case .audio: "audio"
        case .text: "text"
        case .other: "other"
        }
    }
}

extension ProgramDescriptor {
    /// Whether the format of metadata is ID3: metadata_application_format 0xFFFF, 'ID3 ', metadata_format 0xFF, 'ID3 '
    /// (Apple, "Timed Metadata for HTTP Live Streaming").
    fileprivate var bodyContainsID3: Bool {
        body.count >= 11 && body.dropFirst(7).prefix(4).elementsEqual("ID3 ".utf8)
    }
}
