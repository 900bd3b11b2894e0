package import Bitstreams

/// The header of a PES packet (ISO/IEC 13818-1, 2.4.3.6), as far as it is in the first transport packet.
///
/// A header may continue in further transport packets; fields beyond the given bytes are nil.
package struct PESHeader: Hashable, Sendable {
    /// The number of bytes up to and including PES_packet_length.
    package static let prefixSize = 6
    /// The number of bytes up to and including PES_header_data_length, if the header has that field.
    private static let optionalHeaderStart = 9

    /// stream_id: 0xBD for private_stream_1, 0xC0 to 0xDF for audio, 0xE0 to 0xEF for video.
    package let streamID: UInt8?
    /// PES_packet_length: the number of bytes after this field, or 0 for video of unknown length.
    package let packetLength: UInt16?
    /// The size of the header in bytes, from the start code to the data.
    package private(set) var size: Int?
    /// The PTS (33 bits at 90 kHz), or nil if the header has none.
    package private(set) var presentationTime: UInt64?
    /// The DTS (33 bits at 90 kHz), or nil if it equals the PTS.
    package private(set) var decodingTime: UInt64?

    /// Parses the start of a PES packet.
    ///
    /// - Parameters:
    ///   - bytes: the payload of the transport packet that starts the PES packet.
    ///   - offset: the offset of the payload in the stream.
    /// - Throws: `ParseError` if a field has a forbidden value.
    package init(_ bytes: Span<UInt8>, at offset: UInt64) throws(ParseError) {
        for (position, expected) in [UInt8(0), 0, 1].enumerated()
        where position < bytes.count && bytes[position] != expected {
            throw .invalid(
                offset: offset + UInt64(position),
                field: "byte",
                found: bytes[position].hexadecimalText,
                expected: "\(expected.hexadecimalText) of packet_start_code_prefix 00 00 01"
            )
        }
        streamID = bytes.count > 3 ? bytes[3] : nil
        packetLength = bytes.count > 5 ? UInt16(bytes[4]) << 8 | UInt16(bytes[5]) : nil
        guard let streamID else { return }
        guard streamID >= 0xBC else {
            throw .invalid(
                offset: offset + 3,
                field: "stream_id",
                found: streamID.hexadecimalText,
                expected: "0xBC to 0xFF"
            )
        }
        guard Self.hasOptionalHeader(streamID) else {
            size = Self.prefixSize
            return
        }
        guard let packetLength, bytes.count >= Self.optionalHeaderStart else { return }
        let flags = try Self.timeStampFlags(bytes, packetLength, at: offset)
        size = Self.optionalHeaderStart + Int(bytes[8])
        if flags & 0b10 != 0 { presentationTime = try Self.timeStamp(bytes, 9, prefix: flags, at: offset) }
        if flags == 0b11 { decodingTime = try Self.timeStamp(bytes, 14, prefix: 0b0001, at: offset) }
    }

    /// Indicates whether flags and time stamps follow (table 2-21: not for program_stream_map,
    /// padding_stream, private_stream_2, ECM, EMM, program_stream_directory, DSM-CC and H.222.1 type E).
    private static func hasOptionalHeader(_ streamID: UInt8) -> Bool {
        switch streamID {
        case 0xBC, 0xBE, 0xBF, 0xF0, 0xF1, 0xF2, 0xF8, 0xFF: false
        default: true
        }
    }

    /// Checks the three bytes before the optional fields and returns PTS_DTS_flags.
    private static func timeStampFlags(
        _ bytes: Span<UInt8>,
        _ packetLength: UInt16,
        at offset: UInt64
    ) throws(ParseError) -> UInt8 {
        guard bytes[6] >> 6 == 0b10 else {
            throw .invalid(
                offset: offset + 6,
                field: "PES header byte",
                found: bytes[6].hexadecimalText,
                expected: "marker bits 10 at its front"
            )
        }
        let flags = bytes[7] >> 6
        guard flags != 0b01 else {
            throw .invalid(offset: offset + 7, field: "PTS_DTS_flags", found: "01", expected: "00, 10 or 11")
        }
        let shortest = flags == 0 ? 0 : flags == 0b10 ? 5 : 10
        let longest = packetLength == 0 ? Int(UInt8.max) : Int(packetLength) - 3
        guard shortest <= Int(bytes[8]), Int(bytes[8]) <= longest else {
            throw .invalid(
                offset: offset + 8,
                field: "PES_header_data_length",
                found: "\(bytes[8])",
                expected: "at least \(shortest) for the time stamps, and at most \(longest) in the packet"
            )
        }
        return flags
    }

    /// Parses a time stamp: a prefix of 4 bits, then 3, 15 and 15 bits, each followed by a marker bit 1.
    private static func timeStamp(
        _ bytes: Span<UInt8>,
        _ position: Int,
        prefix: UInt8,
        at offset: UInt64
    ) throws(ParseError) -> UInt64? {
        guard bytes.count >= position + 5 else { return nil }
        let bits = (0..<5).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[position + $1]) }
        guard bits >> 36 == prefix, bits & 0x1_0001_0001 == 0x1_0001_0001 else {
            throw .invalid(
                offset: offset + UInt64(position),
                field: "time stamp",
                found: "with wrong marker bits",
                expected: "prefix and marker bits of a PTS or DTS"
            )
        }
        return bits >> 3 & 0x1_C000_0000 | bits >> 2 & 0x3FFF_8000 | bits >> 1 & 0x7FFF
    }
}
