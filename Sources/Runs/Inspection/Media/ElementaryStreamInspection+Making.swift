import Bitstreams
import ElementaryStreams
import MediaProbing
import SampleEncryption
import TransportStreams

extension ElementaryStreamInspection {
    /// Creates the inspection of a stream from its program map entry and its packets.
    init(
        _ stream: ProgramMapTable.ElementaryStream,
        in program: [ProgramDescriptor],
        protection reading: ProgramMapReading.Stream?,
        seen: PIDCollector,
        track: MediaTrack?
    ) {
        pid = stream.pid.rawValue.hexadecimalText
        streamType = stream.type.rawValue.hexadecimalText
        name = Self.name(of: stream, in: program)
        content = track.map { Self.name(of: $0.content) } ?? "other"
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
        in program: [ProgramDescriptor]
    ) -> String {
        switch ElementaryStreamRole(stream, in: program) {
        case .protectable(let codec), .protected(let codec): codec.rawValue
        case .unsupported(let what): what
        case .data: ElementaryStreamContent(stream, in: program).name
        }
    }

    private static func name(of content: MediaTrack.Content) -> String {
        switch content {
        case .video: "video"
        case .audio: "audio"
        case .text: "text"
        case .other: "other"
        }
    }
}
