package import Bitstreams

/// The header of an ADTS frame of AAC (ISO/IEC 14496-3, 1.A.3.2).
package struct ADTSHeader: Hashable, Sendable {
    /// Bytes without the CRC, which adds two.
    package static let size = 7

    /// The part that is the same in all frames of a stream, but for protection_absent: some writers give a CRC to some
    /// frames only.
    package struct Fixed: Hashable, Sendable {
        /// 0: MPEG-4, 1: MPEG-2.
        package let mpegVersion: UInt8
        /// Audio object type minus 1: 1 is AAC LC.
        package let profile: UInt8
        /// Index into the table of sampling rates, 0 to 12.
        package let samplingFrequencyIndex: UInt8
        /// 0: told by a program_config_element in the frames.
        package let channelConfiguration: UInt8

        /// Hertz, of the AAC LC core where SBR doubles it.
        package var samplingRate: Int { SamplingFrequencyIndex.rates[Int(samplingFrequencyIndex)] }
        /// Audio object type; SBR and PS are never told.
        package var audioObjectType: UInt8 { profile + 1 }
    }

    /// What does not change from frame to frame.
    package let fixed: Fixed
    /// Whether a CRC follows the header.
    package let hasChecksum: Bool
    /// Bytes of the whole frame, header included.
    package let frameSize: Int
    /// Raw data blocks in the frame, 1 to 4.
    package let rawDataBlocks: Int

    /// Samples of each channel in the frame, at the sampling rate of the header.
    package var sampleCount: Int { 1024 * rawDataBlocks }

    /// Bytes of this header: 7, or 9 with a CRC.
    package var headerSize: Int { hasChecksum ? 9 : Self.size }

    /// Whether two bytes are a syncword and layer 0.
    package static func startsFrame(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xFF && second & 0xF6 == 0xF0
    }

    /// - Parameters:
    ///   - bytes: at least 7.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where bytes are missing or a field has an excluded value.
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
        let frequency = UInt8(try reader.bits(4))
        guard frequency <= 12 else {
            throw .invalid(
                offset: offset + 2,
                field: "sampling_frequency_index",
                found: "\(frequency)",
                expected: "at most 12"
            )
        }
        try reader.skip(1)
        fixed = Fixed(
            mpegVersion: version,
            profile: profile,
            samplingFrequencyIndex: frequency,
            channelConfiguration: UInt8(try reader.bits(3))
        )
        try reader.skip(4)
        frameSize = Int(try reader.bits(13))
        try reader.skip(11)
        rawDataBlocks = Int(try reader.bits(2)) + 1
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
