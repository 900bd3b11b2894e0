package import Bitstreams

/// The fields at the start of an AC-3 syncframe (ETSI TS 102 366 clause 4.3 and 4.4.1).
package struct AC3SyncFrame: Hashable, Sendable {
    /// The number of bytes needed to find the kind and size of an AC-3 or E-AC-3 syncframe.
    package static let prefixSize = 6
    /// The largest bsid of AC-3; from 11 on the frame is E-AC-3.
    static let newestBitstreamID: UInt8 = 10

    /// Returns a description of AC-3 that is refused because of its bsid, for messages.
    ///
    /// The rates of bsid 9 and 10 are a half and a quarter of what fscod says, and decoders for them are not
    /// in use.
    ///
    /// - Parameter bitstreamID: bsid.
    /// - Returns: the description, or nil if decoders of TS 102 366 support the bsid (4.4.2.1: up to 8).
    package static func unsupportedDescription(ofBitstreamID bitstreamID: UInt8) -> String? {
        switch bitstreamID {
        case 0...8: nil
        case 9: "AC-3 of half the sampling rate (bsid 9)"
        case 10: "AC-3 of a quarter of the sampling rate (bsid 10)"
        default: "AC-3 of bsid \(bitstreamID)"
        }
    }

    /// The number of samples of each channel in a frame.
    package static let sampleCount = 256 * audioBlockCount
    /// The number of audio blocks, of 256 samples each, in a frame.
    static let audioBlockCount = 6

    /// fscod: the index of the sampling rate, 0 for 48, 1 for 44.1 and 2 for 32 kHz.
    package let samplingRateCode: UInt8
    /// The sampling rate, in Hz.
    package var samplingRate: Int { [48_000, 44_100, 32_000][Int(samplingRateCode)] }
    /// frmsizecod: the index of the frame size, 0 to 37.
    package let frameSizeCode: UInt8
    /// bsid, usually 8.
    package let bitstreamID: UInt8
    /// The size of the whole syncframe, in bytes.
    package let frameSize: Int

    /// Indicates whether two bytes are the syncword of AC-3 and E-AC-3.
    package static func startsFrame(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0x0B && second == 0x77
    }

    /// Returns bsid, which is at the same offset in AC-3 and E-AC-3.
    ///
    /// - Parameter bytes: the start of a syncframe.
    /// - Returns: 0 to 31, or nil if there are fewer than 6 bytes.
    package static func bitstreamID(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        bytes.count >= prefixSize ? bytes[bytes.startIndex + 5] >> 3 : nil
    }

    /// Indicates whether a syncframe is AC-3 and not E-AC-3, according to its bsid.
    ///
    /// - Parameter bytes: the start of the syncframe.
    /// - Returns: true also if there are fewer than 6 bytes.
    package static func isAC3(_ bytes: ArraySlice<UInt8>) -> Bool {
        bitstreamID(bytes) ?? 0 <= newestBitstreamID
    }

    /// Parses the start of a syncframe.
    ///
    /// - Parameters:
    ///   - bytes: at least the first 6 bytes of the syncframe.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
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
        // bsid comes first, because the fields before it have another meaning in E-AC-3.
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
        frameSize =
            2 * Self.frameSizeInWords(samplingRateCode: samplingRateCode, frameSizeCode: frameSizeCode)
    }

    /// The bit rates in kbit/s, by frmsizecod / 2 (table 4.13).
    private static let bitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// Returns the frame size in 16-bit words; at 44.1 kHz, odd codes have one word more.
    private static func frameSizeInWords(samplingRateCode: UInt8, frameSizeCode: UInt8) -> Int {
        let bitRate = bitRates[Int(frameSizeCode / 2)]
        return switch samplingRateCode {
        case 0: bitRate * 2
        case 1: bitRate * 320 / 147 + Int(frameSizeCode % 2)
        default: bitRate * 3
        }
    }
}
