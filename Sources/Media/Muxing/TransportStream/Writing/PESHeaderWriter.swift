/// Writes headers of PES packets (ISO/IEC 13818-1, 2.4.3.6): time stamps, and nothing else that is optional.
enum PESHeaderWriter {
    /// The most bytes of data in a packet of audio, whose length must be told.
    static let audioPayloadLimit = Int(UInt16.max) - 3 - 5

    /// Bytes of a header.
    ///
    /// - Parameter hasDecodingTime: whether the DTS differs from the PTS.
    /// - Returns: the bytes.
    static func size(hasDecodingTime: Bool) -> Int { hasDecodingTime ? 19 : 14 }

    /// Appends a header whose PES_packet_length still is 0.
    ///
    /// - Parameters:
    ///   - streamID: stream_id.
    ///   - presentationTime: ticks of 90 kHz, any number; written modulo 2^33.
    ///   - decodingTime: the same; written where it differs.
    ///   - bytes: gets the header.
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
        // The marker 10, not scrambled, data_alignment_indicator.
        bytes.append(0x84)
        bytes.append(hasDecodingTime ? 0xC0 : 0x80)
        bytes.append(hasDecodingTime ? 10 : 5)
        append(presentationTime, prefix: hasDecodingTime ? 0b0011 : 0b0010, to: &bytes)
        if hasDecodingTime { append(decodingTime, prefix: 0b0001, to: &bytes) }
    }

    /// PES_packet_length of a packet: 0, which says nothing and only video may say, where it does not fit.
    ///
    /// - Parameter size: bytes of the packet with its header.
    /// - Returns: the field.
    static func packetLength(size: Int) -> UInt16 { UInt16(exactly: size - 6) ?? 0 }

    /// Three, fifteen and fifteen bits, each with a marker bit behind.
    private static func append(_ time: Int64, prefix: UInt8, to bytes: inout [UInt8]) {
        // The low 33 bits are the number modulo 2^33, of negative ones, too.
        bytes.append(prefix << 4 | UInt8(truncatingIfNeeded: time >> 29) & 0x0E | 1)
        bytes.append(UInt8(truncatingIfNeeded: time >> 22))
        bytes.append(UInt8(truncatingIfNeeded: time >> 14) | 1)
        bytes.append(UInt8(truncatingIfNeeded: time >> 7))
        bytes.append(UInt8(truncatingIfNeeded: time << 1) | 1)
    }
}
