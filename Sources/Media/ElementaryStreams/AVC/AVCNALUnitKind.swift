package import Bitstreams

/// The kinds of AVC NAL units that determine where decoding can begin (ITU-T H.264 table 7-1).
package enum AVCNALUnitKind: Hashable, Sendable {
    /// A slice of an IDR picture.
    case idrSlice
    /// A slice of another picture.
    case slice
    /// Supplemental enhancement information (SEI).
    case sei
    /// A sequence parameter set.
    case sequenceParameterSet
    /// Any other NAL unit.
    case other

    /// The size of the header, in bytes.
    package static let headerSize = 1

    /// Finds the kind from the first byte, whose low five bits are nal_unit_type.
    package init(header: UInt8) {
        self =
            switch header & 0x1F {
            case 1, 2: .slice
            case 5: .idrSlice
            case 6: .sei
            case 7: .sequenceParameterSet
            default: .other
            }
    }

    /// Indicates whether SEI has a recovery point with correct pictures at once (ITU-T H.264, D.1.8:
    /// recovery_frame_cnt 0).
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Returns: true if recovery_frame_cnt is 0 in the first recovery point message.
    /// - Throws: `ParseError` if a message is truncated.
    package static func hasExactRecoveryPoint(
        _ unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> Bool {
        var reader = ByteReader(
            RawByteSequencePayload.bytes(of: unit.dropFirst(headerSize))[...],
            at: offset + UInt64(headerSize)
        )
        // The last byte is left for rbsp_trailing_bits.
        while reader.count > 1 {
            let type = try messageNumber(&reader)
            let message = try reader.subreader(try messageNumber(&reader))
            guard type == recoveryPointType else { continue }
            var bits = BitReader(message.remainingBytes, at: message.offset)
            return try bits.unsignedExponentialGolomb() == 0
        }
        return false
    }

    /// Indicates whether a slice (nal_unit_type 1) refers to no other picture: it is I or SI (7.3.3 and table
    /// 7-6).
    ///
    /// - Parameter prefix: the first bytes of the NAL unit, header included, at least up to slice_type.
    /// - Returns: true for I and SI, or nil if slice_type cannot be read.
    package static func isIntra(slice prefix: ArraySlice<UInt8>) -> Bool? {
        var reader = NALUnitBitReader(prefix, at: 0)
        guard (try? AVCNALUnitHeader(&reader)) != nil, (try? reader.unsignedExponentialGolomb()) != nil,
            let type = try? reader.number("slice_type", atMost: 9)
        else { return nil }
        return AVCSliceType(rawValue: type % 5)?.isIntra
    }

    private static let recoveryPointType = 6

    /// Reads payloadType or payloadSize: a sum of bytes that goes on after each byte 255 (7.3.2.3.1).
    private static func messageNumber(_ reader: inout ByteReader) throws(ParseError) -> Int {
        var number = 0
        while true {
            let byte = try reader.uint8()
            number += Int(byte)
            if byte < 255 { return number }
        }
    }
}

/// The raw byte sequence payload (RBSP) of a NAL unit (ITU-T H.264, 7.3.1; H.265, 7.3.1.1).
enum RawByteSequencePayload {
    /// Returns `payload` without emulation prevention bytes: each byte 3 that follows two zero bytes.
    static func bytes(of payload: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }
}
