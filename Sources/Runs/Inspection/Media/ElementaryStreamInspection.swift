import Bitstreams
import ElementaryStreams
import MediaProbing
import SampleEncryption
import TransportStreams

/// An elementary stream of a transport stream.
package struct ElementaryStreamInspection: Sendable, Encodable {
    /// The first and last timestamps of the PES packets, in 90 kHz ticks.
    package struct Times: Sendable, Encodable {
        /// The first PTS.
        package internal(set) var firstPTS: UInt64?
        /// The last PTS, in stream order.
        package internal(set) var lastPTS: UInt64?
        /// The DTS of the first PES packet with a PTS, or that PTS if it has no DTS.
        package internal(set) var firstDTS: UInt64?
        /// The DTS of the last PES packet with a PTS, or that PTS if it has no DTS.
        package internal(set) var lastDTS: UInt64?

        private enum CodingKeys: String, CodingKey {
            case firstPTS = "first_pts"
            case lastPTS = "last_pts"
            case firstDTS = "first_dts"
            case lastDTS = "last_dts"
        }
    }

    /// The program clock references (PCR) of a PID, in 27 MHz ticks.
    package struct Clock: Sendable, Encodable {
        /// The number of PCRs.
        package let count: UInt64
        /// The first PCR.
        package let first: UInt64
        /// The last PCR.
        let last: UInt64
        /// The longest interval between consecutive PCRs, in seconds.
        package let longestInterval: ExactSeconds

        private enum CodingKeys: String, CodingKey {
            case count, first, last
            case longestInterval = "longest_interval"
        }
    }

    /// The PID in hexadecimal: `0x0100`.
    package let pid: String
    /// The stream_type in hexadecimal: `0x1B`.
    package let streamType: String
    /// The format according to stream_type and descriptors, such as `H.264` or `SCTE-35`.
    package let name: String
    /// `video`, `audio`, `text` or `other`.
    package let content: String
    /// The codec (RFC 6381), or nil if the media does not say it.
    package let codec: String?
    /// Other codecs that the stream may have (RFC 6381).
    package let alternatives: [String]
    /// The picture size, such as `1280x720`, or nil without video.
    package let resolution: String?
    /// The languages in the descriptors (ISO 639-2).
    package let languages: [String]
    /// The descriptors of the stream, in the order of the program map.
    package let descriptors: [DescriptorInspection]
    /// The protection that the program map signals, or nil for a clear stream type.
    package let protection: ProtectionInspection?
    /// The packets and their continuity_counter errors.
    package let packets: PacketInspection
    /// The number of PES packets, or nil if the stream type has none.
    package let pesPackets: UInt64?
    /// The number of MPEG-2 sections by table_id, such as `0xFC`, or nil if the stream has none.
    package let sections: [String: UInt64]?
    /// The number of audio frames or access units, or nil if they were not counted.
    package let samples: UInt64?
    /// The number of packets with random_access_indicator.
    package let randomAccessPoints: UInt64
    /// Indicates whether decoding can start at the first picture; nil without video.
    package let startsWithKeyFrame: Bool?
    /// The first and last timestamps, or nil if no PES packet has a PTS.
    package let times: Times?
    /// The time from the start of the first sample to the end of the last, or nil if unknown.
    package let duration: ExactSeconds?
    /// The program clock references on this PID, or nil if there are none.
    package let clock: Clock?

    private enum CodingKeys: String, CodingKey {
        case pid, name, content, codec, alternatives, resolution, languages, descriptors, protection, packets
        case sections, samples, times, duration
        case streamType = "stream_type"
        case pesPackets = "pes_packets"
        case randomAccessPoints = "random_access_points"
        case startsWithKeyFrame = "starts_with_key_frame"
        case clock = "pcr"
    }
}

extension ElementaryStreamInspection {
    /// Creates the inspection of a stream from its program map entry and its packets.
    init(
        _ stream: ProgramMapTable.ElementaryStream,
        in programDescriptors: [ProgramDescriptor],
        protection reading: ProgramMapReading.Stream?,
        collected: PIDCollector,
        track: MediaTrack?
    ) {
        pid = stream.pid.rawValue.hexadecimalText
        streamType = stream.type.rawValue.hexadecimalText
        name = Self.name(of: stream, in: programDescriptors)
        content = track.map { Self.name(of: $0.content) } ?? "other"
        codec = track?.codecs.first?.name
        alternatives = track?.codecs.first?.alternatives ?? []
        resolution = track?.pictureSize.map { "\($0.width)x\($0.height)" }
        languages = DescriptorInspection.languages(in: stream.descriptors)
        descriptors = stream.descriptors.map { DescriptorInspection($0) }
        protection = reading.map { ProtectionInspection($0.codec, $0.setup) }
        packets = collected.packets
        pesPackets = stream.type.isCarriedInPES ? collected.pesPackets : nil
        sections =
            collected.sections.isEmpty
            ? nil
            : Dictionary(uniqueKeysWithValues: collected.sections.map { ($0.key.hexadecimalText, $0.value) })
        samples = track?.timing?.sampleCount
        randomAccessPoints = collected.randomAccessPoints
        startsWithKeyFrame = track?.startsWithKeyFrame
        times = collected.times.firstPTS == nil ? nil : collected.times
        duration = track?.timing?.length.map { ExactSeconds($0.duration) }
        clock = collected.clockInspection
    }

    private static func name(
        of stream: ProgramMapTable.ElementaryStream,
        in programDescriptors: [ProgramDescriptor]
    ) -> String {
        switch ElementaryStreamRole(stream, in: programDescriptors) {
        case .protectable(let codec), .protected(let codec): codec.rawValue
        case .unsupported(let what): what
        case .data: ElementaryStreamContent(stream, in: programDescriptors).name
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
