import Bitstreams
import Mezzanines
import ProtectionTerms
import TransportStreams

/// The program of a transport stream: its elementary streams and the packets of PAT and PMT.
struct MultiplexPlan: Sendable {
    /// The PID of the first stream; further streams follow it.
    private static let firstPID: UInt16 = 0x100
    static let programMapPID = PacketIdentifier(0x1000)
    private static let programNumber: UInt16 = 1

    /// The streams, in the order of the tracks.
    let streams: [MultiplexedStream]
    /// The index of the stream that carries the PCR: the video, or the first stream if there is no video.
    let pcrStreamIndex: Int
    /// Indicates whether the stream that carries the PCR is video.
    let isPCRInVideo: Bool
    /// The packets of PAT and PMT, in this order, with continuity counters 0.
    let tables: [UInt8]

    /// Plans the program of a transport stream.
    ///
    /// - Throws: `MezzanineError` for tracks that cannot be carried.
    init(_ tracks: [TrackSegments]) throws(MezzanineError) {
        let video = tracks.indices.filter { tracks[$0].track.content == .video }
        if video.count > 1, let second = video.dropFirst().first {
            throw .unsupported(
                path: tracks[second].track.path,
                what:
                    "a second video track (\(tracks[second].track.identifier)) in a transport stream (expected one)",
                "Put one video track into each input."
            )
        }
        let pcrStreamIndex = video.first ?? 0
        var streams: [MultiplexedStream] = []
        for (index, track) in tracks.enumerated() {
            streams.append(
                MultiplexedStream(
                    track,
                    try ElementaryStreamFormat(track.track),
                    pid: PacketIdentifier(Self.firstPID &+ UInt16(truncatingIfNeeded: index)),
                    carriesPCR: index == pcrStreamIndex
                )
            )
        }
        self.streams = streams
        self.pcrStreamIndex = pcrStreamIndex
        isPCRInVideo = !video.isEmpty
        tables = try Self.tables(streams, pcrStreamIndex)
    }

    private static func tables(
        _ streams: [MultiplexedStream],
        _ pcrStreamIndex: Int
    ) throws(MezzanineError) -> [UInt8] {
        guard let first = streams.first else { return [] }
        let map = ProgramMapTable(
            programNumber: programNumber,
            pcrPID: streams[pcrStreamIndex].pid,
            streams: streams.map {
                ProgramMapTable.ElementaryStream(
                    type: $0.format.type,
                    pid: $0.pid,
                    descriptors: $0.format.descriptors
                )
            }
        )
        // Apple requires the program map in one packet.
        guard map.sectionSize <= ProgramMapTable.onePacketLimit else {
            throw .unsupported(
                path: first.path,
                what:
                    "\(streams.count) tracks in one transport stream (got a program map of \(map.sectionSize) "
                    + "bytes, expected at most \(ProgramMapTable.onePacketLimit), which fit into one packet)",
                "Leave out \(CommandOption.muxed), or some of the tracks."
            )
        }
        return packet(associationSection, pid: .programAssociation) + packet(map.section, pid: programMapPID)
    }

    /// The program_association_section (ISO/IEC 13818-1, 2.4.4.3) for one program.
    private static var associationSection: [UInt8] {
        var section: [UInt8] = [0x00, 0xB0, 0x0D]
        // transport_stream_id 1; version 0, current; section 0 of 0
        section += [0x00, 0x01, 0xC1, 0x00, 0x00]
        section.append(bigEndian: programNumber)
        section.append(bigEndian: 0xE000 | programMapPID.rawValue)
        section.append(bigEndian: CRC32MPEG.checksum(section))
        return section
    }

    /// Returns a packet with a whole section, filled up with 0xFF.
    private static func packet(_ section: [UInt8], pid: PacketIdentifier) -> [UInt8] {
        var packet: [UInt8] = [TransportPacketHeader.syncByte]
        packet.append(bigEndian: 0x4000 | pid.rawValue)
        // A payload without adaptation field; pointer_field 0.
        packet += [0x10, 0x00]
        packet += section
        packet += [UInt8](repeating: 0xFF, count: TransportPacket.size - packet.count)
        return packet
    }
}
