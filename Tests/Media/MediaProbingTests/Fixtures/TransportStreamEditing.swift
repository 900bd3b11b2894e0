import Bitstreams

/// Edits of transport streams whose program map fits in one packet.
enum TransportStreamEditing {
    /// Returns the stream with other stream types in its program map, and a matching CRC_32.
    static func replacing(_ types: [UInt8: UInt8], in stream: [UInt8], mapPID: UInt16 = 0x1000) -> [UInt8] {
        var result = stream
        for start in stride(from: 0, to: stream.count, by: 188) {
            let pid = UInt16(stream[start + 1] & 0x1F) << 8 | UInt16(stream[start + 2])
            guard pid == mapPID, stream[start + 1] & 0x40 != 0 else { continue }
            // ffmpeg's program maps have no adaptation field: header, pointer_field 0, section.
            let section = start + 5
            let size = 3 + (Int(stream[section + 1] & 0x0F) << 8 | Int(stream[section + 2]))
            var position = section + 12 + (Int(stream[section + 10] & 0x0F) << 8 | Int(stream[section + 11]))
            while position < section + size - 4 {
                if let type = types[stream[position]] { result[position] = type }
                position += 5 + (Int(stream[position + 3] & 0x0F) << 8 | Int(stream[position + 4]))
            }
            let checksum = CRC32MPEG.checksum(result[section..<section + size - 4])
            for index in 0..<4 {
                result[section + size - 4 + index] = UInt8(
                    truncatingIfNeeded: checksum >> UInt32(24 - 8 * index)
                )
            }
        }
        return result
    }
}
