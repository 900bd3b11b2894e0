import Bitstreams
import ElementaryStreams
import TransportStreams

/// Audio and video that the program map does not name.
///
/// They are on PIDs that it lacks, and in private data that no descriptor says the content of. SAMPLE-AES would leave them as
/// they are, and players go by what is in PES packets.
enum UnnamedMedia {
    /// stream_id of private_stream_1 and of an extended stream_id (ISO/IEC 13818-1 table 2-22), where AC-3 and E-AC-3 are.
    private static let privateIDs: Set<UInt8> = [0xBD, 0xFD]
    /// Bytes of a PES packet header in front of its optional fields.
    private static let fixedSize = 9

    /// Throws for a packet with which a PES packet of such media begins.
    ///
    /// - Parameters:
    ///   - packet: a packet of no stream that is protected.
    ///   - bytes: all 188 bytes.
    ///   - map: the program map.
    ///   - offset: where the packet stands in the stream.
    /// - Returns: whether a PES packet of what nothing names begins there.
    /// - Throws: `SampleEncryptionError.unsupported`.
    @discardableResult
    static func check(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        _ map: ProgramMapTable,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Bool {
        let pid = packet.header.pid
        let entry = map.streams.first { $0.pid == pid }
        let payload = bytes.extracting(packet.payload)
        guard packet.startsUnit, entry?.isNamelessPrivateData != false, payload.count >= 4,
            payload[0] == 0, payload[1] == 0, payload[2] == 1
        else { return false }
        let streamID = payload[3]
        let media: String? =
            switch streamID {
            case 0xC0...0xDF: "audio (stream_id \(streamID.hexadecimalText))"
            case 0xE0...0xEF: "video (stream_id \(streamID.hexadecimalText))"
            default: privateIDs.contains(streamID) && beginsWithSyncframe(payload) ? "AC-3 or E-AC-3" : nil
            }
        guard let media else { return true }
        guard entry != nil else {
            throw .unsupported(
                offset: offset,
                what: "\(media) on \(pid), which the program map does not name",
                remedy:
                    "Remux the stream with a program map that names it, or without it, or use --method aes-128"
            )
        }
        throw .unsupported(
            offset: offset,
            what: "\(media) in private data on \(pid), of which the program map does not say what it is"
                + " (stream_type 0x06 without such a descriptor)",
            remedy: "Remux the stream so that its stream_type names the codec"
                + " (ffmpeg: without -mpegts_m2ts_mode), or use --method aes-128"
        )
    }

    private static func beginsWithSyncframe(_ payload: Span<UInt8>) -> Bool {
        guard payload.count > fixedSize else { return false }
        let start = fixedSize + Int(payload[fixedSize - 1])
        return start + 1 < payload.count && AC3SyncFrame.startsFrame(payload[start], payload[start + 1])
    }
}
