package import Bitstreams

/// The header of an ADTS frame of AAC (ISO/IEC 14496-3, 1.A.3.2).
package struct ADTSHeader: Hashable, Sendable {
    /// The size without a CRC, in bytes; a CRC adds two.
    package static let size = 7

    /// The part of the header that is the same in all frames of a stream, without protection_absent.
    ///
    /// Some encoders write a CRC into some frames only.
    package struct FixedHeader: Hashable, Sendable {
        /// ID: 0 for MPEG-4, 1 for MPEG-2.
        package let mpegVersion: UInt8
        /// The audio object type minus 1: 1 is AAC LC.
        package let profile: UInt8
        /// The index of the sampling rate in `SamplingFrequencyIndex.rates`, 0 to 12.
        package let samplingFrequencyIndex: UInt8
        /// channel_configuration, 0 if a program_config_element in the frames gives the channels.
        package let channelConfiguration: UInt8

        /// The sampling rate in Hz, that of the AAC LC core if SBR doubles it.
        package var samplingRate: Int { SamplingFrequencyIndex.rates[Int(samplingFrequencyIndex)] }
        /// The audio object type of the core; ADTS never signals SBR and PS.
        package var audioObjectType: UInt8 { profile + 1 }
    }

    /// The part that is the same in all frames of the stream.
    package let fixedHeader: FixedHeader
    /// Indicates whether the frame has a CRC (protection_absent is 0).
    package let hasChecksum: Bool
    /// The size of the whole frame in bytes, header included.
    package let frameSize: Int
    /// The number of raw data blocks in the frame, 1 to 4.
    package let rawDataBlockCount: Int

    /// The number of samples of each channel in the frame, at the sampling rate of the header.
    package var sampleCount: Int { 1024 * rawDataBlockCount }

    /// The size of this header in bytes: 7, or 9 with a CRC.
    package var headerSize: Int { hasChecksum ? 9 : Self.size }

    /// Indicates whether two bytes contain the syncword and layer 0.
    static func startsFrame(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xFF && second & 0xF6 == 0xF0
    }

    /// Parses a header.
    ///
    /// - Parameters:
    ///   - bytes: at least the first 7 bytes of the frame.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        guard try reader.bits(12) == 0xFFF else {
            throw .invalid(
                offset: offset,
                field: "bytes",
                found: "without syncword",
                expected: "0xFFF of ADTS"
            )
        }
        let version = UInt8(try reader.bits(1))
        guard try reader.bits(2) == 0 else {
            throw .invalid(offset: offset + 1, field: "layer", found: "not 0", expected: "0 of ADTS")
        }
        hasChecksum = try !reader.flag()
        let profile = UInt8(try reader.bits(2))
        let frequencyIndex = UInt8(try reader.bits(4))
        guard frequencyIndex <= 12 else {
            throw .invalid(
                offset: offset + 2,
                field: "sampling_frequency_index",
                found: "\(frequencyIndex)",
                expected: "at most 12"
            )
        }
        try reader.skip(1)
        fixedHeader = FixedHeader(
            mpegVersion: version,
            profile: profile,
            samplingFrequencyIndex: frequencyIndex,
            channelConfiguration: UInt8(try reader.bits(3))
        )
        try reader.skip(4)
        frameSize = Int(try reader.bits(13))
        try reader.skip(11)
        rawDataBlockCount = Int(try reader.bits(2)) + 1
        guard frameSize > headerSize else {
            throw .invalid(
                offset: offset + 3,
                field: "aac_frame_length",
                found: "\(frameSize)",
                expected: "more than \(headerSize), the size of the header"
            )
        }
    }
}
