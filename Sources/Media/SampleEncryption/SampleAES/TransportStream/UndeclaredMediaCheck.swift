import Bitstreams
import ElementaryStreams
import ProtectionTerms
import TransportStreams

/// A check for audio and video that the program map does not declare.
///
/// They may be on PIDs that are not in the map, or in private data that no descriptor identifies. SAMPLE-AES
/// would leave them clear, and players rely on the content of PES packets.
enum UndeclaredMediaCheck {
    /// The stream_id values private_stream_1 and extended stream_id (ISO/IEC 13818-1 table 2-22), with which
    /// AC-3 and E-AC-3 are carried.
    private static let privateIDs: Set<UInt8> = [0xBD, 0xFD]
    /// The size of a PES packet header before its optional fields, in bytes.
    private static let fixedSize = 9

    /// Throws if a PES packet of undeclared audio or video begins in a packet.
    ///
    /// - Parameters:
    ///   - packet: a packet of a stream that is not protected.
    ///   - bytes: all 188 bytes.
    ///   - map: the program map.
    ///   - offset: the offset of the packet in the stream.
    /// - Returns: true if a PES packet of undeclared data other than audio and video begins in it.
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
        guard packet.startsUnit, entry?.isUnidentifiedPrivateData != false, payload.count >= 4,
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
                    "Remux the stream with a program map that names this PID, or without this PID, or use \(CommandOption.method) aes-128"
            )
        }
        throw .unsupported(
            offset: offset,
            what: "\(media) in private data on \(pid), which the program map does not identify"
                + " (stream_type 0x06 without a descriptor for it)",
            remedy: "Remux the stream so that its stream_type names the codec"
                + " (ffmpeg: without -mpegts_m2ts_mode), or use \(CommandOption.method) aes-128"
        )
    }

    private static func beginsWithSyncframe(_ payload: Span<UInt8>) -> Bool {
        guard payload.count > fixedSize else { return false }
        let start = fixedSize + Int(payload[fixedSize - 1])
        return start + 1 < payload.count && AC3SyncFrame.startsFrame(payload[start], payload[start + 1])
    }
}
