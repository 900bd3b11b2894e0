/// A writer of PES packet headers (ISO/IEC 13818-1, 2.4.3.6) whose only optional fields are time stamps.
enum PESHeaderWriter {
    /// The most bytes of data in a PES packet of audio, which must signal its length.
    static let audioPayloadLimit = Int(UInt16.max) - 3 - 5

    /// Returns the size of a header in bytes.
    ///
    /// - Parameter hasDecodingTime: true if the DTS differs from the PTS.
    /// - Returns: 14 or 19.
    static func size(hasDecodingTime: Bool) -> Int { hasDecodingTime ? 19 : 14 }

    /// Appends a header with a PES_packet_length of 0, to be overwritten later.
    ///
    /// - Parameters:
    ///   - streamID: stream_id.
    ///   - presentationTime: the PTS in ticks of 90 kHz, written modulo 2^33; may be negative.
    ///   - decodingTime: the DTS in the same form, written only if it differs.
    ///   - bytes: receives the header.
    static func append(
        streamID: UInt8,
        presentationTime: Int64,
        decodingTime: Int64,
        to bytes: inout [UInt8]
    ) {
        let hasDecodingTime = presentationTime != decodingTime
        bytes.append(0)
        bytes.append(0)
        bytes.append(1)
        bytes.append(streamID)
        bytes.append(0)
        bytes.append(0)
        // Marker bits 10, not scrambled, data_alignment_indicator.
        bytes.append(0x84)
        bytes.append(hasDecodingTime ? 0xC0 : 0x80)
        bytes.append(hasDecodingTime ? 10 : 5)
        append(presentationTime, prefix: hasDecodingTime ? 0b0011 : 0b0010, to: &bytes)
        if hasDecodingTime { append(decodingTime, prefix: 0b0001, to: &bytes) }
    }

    /// Returns PES_packet_length, or 0 (unspecified, allowed only for video) if the length does not fit.
    ///
    /// - Parameter size: the size of the PES packet in bytes, with its header.
    /// - Returns: the value of the field.
    static func packetLength(size: Int) -> UInt16 { UInt16(exactly: size - 6) ?? 0 }

    /// Appends a time stamp: 4 bits of prefix, then three, fifteen and fifteen bits, each followed by a
    /// marker bit.
    private static func append(_ time: Int64, prefix: UInt8, to bytes: inout [UInt8]) {
        // The low 33 bits are the time modulo 2^33, also if it is negative.
        bytes.append(prefix << 4 | UInt8(truncatingIfNeeded: time >> 29) & 0x0E | 1)
        bytes.append(UInt8(truncatingIfNeeded: time >> 22))
        bytes.append(UInt8(truncatingIfNeeded: time >> 14) | 1)
        bytes.append(UInt8(truncatingIfNeeded: time >> 7))
        bytes.append(UInt8(truncatingIfNeeded: time << 1) | 1)
    }
}
