package import Bitstreams

/// The kinds of NAL units of AVC that tell where decoding can begin (ITU-T H.264 table 7-1).
package enum AVCNALUnit: Hashable, Sendable {
    /// A slice of an instantaneous decoding refresh picture.
    case refreshSlice
    /// A slice of another picture.
    case slice
    /// Supplemental enhancement information.
    case supplementalInformation
    /// A sequence parameter set.
    case sequenceParameterSet
    /// Another one.
    case other

    /// Bytes of the header.
    package static let headerSize = 1

    /// The kind by the first byte, of which the low five bits are nal_unit_type.
    package init(header: UInt8) {
        self =
            switch header & 0x1F {
            case 1, 2: .slice
            case 5: .refreshSlice
            case 6: .supplementalInformation
            case 7: .sequenceParameterSet
            default: .other
            }
    }

    /// Whether SEI has a recovery point at which pictures are right at once (ITU-T H.264, D.1.8: recovery_frame_cnt 0).
    ///
    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Returns: whether there is one.
    /// - Throws: `ParseError` where a message is cut short.
    package static func hasExactRecoveryPoint(
        _ unit: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(ParseError) -> Bool {
        var reader = ByteReader(
            RawByteSequencePayload.bytes(of: unit.dropFirst(headerSize))[...],
            at: offset + UInt64(headerSize)
        )
        // One byte is left for rbsp_trailing_bits.
        while reader.count > 1 {
            let type = try messageNumber(&reader)
            let message = try reader.part(try messageNumber(&reader))
            guard type == recoveryPointType else { continue }
            var bits = BitReader(message.rest, at: message.offset)
            return try bits.unsignedExponentialGolomb() == 0
        }
        return false
    }

    /// Whether a slice (nal_unit_type 1) refers to no other picture: it is I or SI (7.3.3 and table 7-6).
    ///
    /// - Parameter prefix: the first bytes of the NAL unit, from its header on; at least those up to slice_type.
    /// - Returns: whether it is; nil where that cannot be told.
    package static func isIntra(slice prefix: ArraySlice<UInt8>) -> Bool? {
        var reader = NALUnitBitReader(prefix, at: 0)
        guard (try? AVCNALUnitHeader(&reader)) != nil, (try? reader.unsignedExponentialGolomb()) != nil,
            let type = try? reader.number("slice_type", atMost: 9)
        else { return nil }
        return AVCSliceType(rawValue: type % 5)?.isIntra
    }

    private static let recoveryPointType = 6

    /// A number as a sum of bytes, of which 255 says that another follows (7.3.2.3.1).
    private static func messageNumber(_ reader: inout ByteReader) throws(ParseError) -> Int {
        var number = 0
        while true {
            let byte = try reader.uint8()
            number += Int(byte)
            if byte < 255 { return number }
        }
    }
}
