/// What an elementary stream of a transport stream is.
package struct ElementaryStreamInspection: Sendable, Encodable {
    /// When its PES packets are, in ticks of 90 kHz.
    package struct Times: Sendable, Encodable {
        /// PTS of the first packet that has one.
        package internal(set) var firstPTS: UInt64?
        /// PTS of the last packet that has one.
        package internal(set) var lastPTS: UInt64?
        /// DTS of the first packet that has one.
        package internal(set) var firstDTS: UInt64?
        /// DTS of the last packet that has one.
        package internal(set) var lastDTS: UInt64?

        private enum CodingKeys: String, CodingKey {
            case firstPTS = "first_pts"
            case lastPTS = "last_pts"
            case firstDTS = "first_dts"
            case lastDTS = "last_dts"
        }
    }

    /// The clock that packets carry, in ticks of 27 MHz.
    package struct Clock: Sendable, Encodable {
        /// How often.
        package let count: UInt64
        /// The first PCR.
        package let first: UInt64
        /// The last PCR.
        package let last: UInt64
        /// The longest time from one to the next, in seconds.
        package let longestInterval: ExactSeconds

        private enum CodingKeys: String, CodingKey {
            case count, first, last
            case longestInterval = "longest_interval"
        }
    }

    /// "0x0100".
    package let pid: String
    /// "0x1B".
    package let streamType: String
    /// What the type and the descriptors say: "H.264", "SCTE-35".
    package let name: String
    /// `video`, `audio`, `text` or `other`.
    package let content: String
    /// The codec (RFC 6381), where the bytes say it.
    package let codec: String?
    /// What else the codec may be.
    package let alternatives: [String]
    /// `1280x720`.
    package let resolution: String?
    /// The languages that descriptors name.
    package let languages: [String]
    /// In the order of the map.
    package let descriptors: [DescriptorInspection]
    /// Nil for a stream that is clear by its type.
    package let protection: ProtectionInspection?
    /// Its packets, and what is with their counters.
    package let packets: PacketInspection
    /// Nil for a stream that is not in PES packets.
    package let pesPackets: UInt64?
    /// Sections, of a stream that consists of them: how many there are of each table_id, as "0xFC".
    package let sections: [String: UInt64]?
    /// Frames of audio or access units, where they were counted.
    package let samples: UInt64?
    /// Packets where decoding can begin, as random_access_indicator says.
    package let randomAccessPoints: UInt64
    /// Whether decoding can begin with its first picture; nil without pictures.
    package let startsWithKeyFrame: Bool?
    /// The times of its PES packets; nil where none has one.
    package let times: Times?
    /// From the start of the first sample to the end of the last one.
    package let duration: ExactSeconds?
    /// The clock in its packets; nil where there is none.
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
