package import Bitstreams

/// The start of an AC-3 syncframe (ETSI TS 102 366 clause 4.3 and 4.4.1).
package struct AC3SyncFrame: Hashable, Sendable {
    /// Bytes that are needed to tell the kind and size of an AC-3 or E-AC-3 syncframe.
    package static let prefixSize = 6
    /// The newest bsid of AC-3; from 11 on the frame is E-AC-3.
    static let newestBitstreamID: UInt8 = 10

    /// Why a bsid of AC-3 has no place in HLS: 9 and 10 are of decoders that nobody has, at half and a quarter of the rate that
    /// fscod says.
    ///
    /// - Parameter bitstreamID: bsid.
    /// - Returns: what it is, for messages; nil for what decoders of TS 102 366 know (4.4.2.1: up to 8).
    package static func refusal(ofBitstreamID bitstreamID: UInt8) -> String? {
        switch bitstreamID {
        case 0...8: nil
        case 9: "AC-3 of half the sampling rate (bsid 9)"
        case 10: "AC-3 of a quarter of the sampling rate (bsid 10)"
        default: "AC-3 of bsid \(bitstreamID)"
        }
    }

    /// Samples of each channel in a frame: six blocks of 256.
    package static let sampleCount = 256 * audioBlocks
    /// Audio blocks of 256 samples in a frame.
    static let audioBlocks = 6

    /// Index of the sampling rate: 48, 44.1 or 32 kHz.
    package let samplingRateCode: UInt8
    /// Hertz.
    package var samplingRate: Int { [48_000, 44_100, 32_000][Int(samplingRateCode)] }
    /// frmsizecod, 0 to 37.
    package let frameSizeCode: UInt8
    /// bsid, 8 as a rule.
    package let bitstreamID: UInt8
    /// Bytes of the whole syncframe.
    package let frameSize: Int

    /// Whether two bytes are the syncword of AC-3 and E-AC-3.
    package static func startsFrame(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0x0B && second == 0x77
    }

    /// bsid, which stands at the same place in AC-3 and E-AC-3.
    ///
    /// - Parameter bytes: at least 6, else nil.
    /// - Returns: bsid, 0 to 31.
    package static func bitstreamID(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        bytes.count >= prefixSize ? bytes[bytes.startIndex + 5] >> 3 : nil
    }

    /// Whether a syncframe is one of AC-3 and not of E-AC-3, by its bsid.
    ///
    /// - Parameter bytes: at least 6.
    /// - Returns: whether it is; true where there are fewer bytes.
    package static func isAC3(_ bytes: ArraySlice<UInt8>) -> Bool {
        bitstreamID(bytes) ?? 0 <= newestBitstreamID
    }

    /// - Parameters:
    ///   - bytes: at least 6.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        guard try reader.bits(16) == 0x0B77 else {
            throw .invalid(
                offset: offset,
                field: "bytes",
                found: "without syncword",
                expected: "0x0B77 of AC-3"
            )
        }
        try reader.skip(16)
        samplingRateCode = UInt8(try reader.bits(2))
        frameSizeCode = UInt8(try reader.bits(6))
        bitstreamID = UInt8(try reader.bits(5))
        // First, because the bytes before it mean something else in E-AC-3.
        guard bitstreamID <= Self.newestBitstreamID else {
            throw .invalid(
                offset: offset + 5,
                field: "bsid",
                found: "\(bitstreamID)",
                expected: "at most \(Self.newestBitstreamID)"
            )
        }
        guard samplingRateCode < 3, frameSizeCode <= 37 else {
            throw .invalid(
                offset: offset + 4,
                field: "fscod and frmsizecod",
                found: "\(samplingRateCode) and \(frameSizeCode)",
                expected: "at most 2 and at most 37"
            )
        }
        frameSize = 2 * Self.words(samplingRateCode: samplingRateCode, frameSizeCode: frameSizeCode)
    }

    /// Bit rates in kbit/s by half frmsizecod (table 4.13).
    private static let bitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// 16-bit words of 1536 samples; at 44.1 kHz the odd codes have one word more.
    private static func words(samplingRateCode: UInt8, frameSizeCode: UInt8) -> Int {
        let bitRate = bitRates[Int(frameSizeCode / 2)]
        return switch samplingRateCode {
        case 0: bitRate * 2
        case 1: bitRate * 320 / 147 + Int(frameSizeCode % 2)
        default: bitRate * 3
        }
    }
}
