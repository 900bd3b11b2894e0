import Bitstreams

extension AudioSpecificConfiguration {
    /// Returns the number of channels of the core.
    ///
    /// - Parameters:
    ///   - type: the audio object type of the core.
    ///   - configuration: channelConfiguration.
    ///   - reader: positioned after the object type, at the specific configuration of the core.
    /// - Returns: the number of channels, or nil if bits are missing or the configuration does not give it.
    static func channelCount(_ type: UInt8, configuration: UInt64, _ reader: BitReader) -> Int? {
        if configuration > 0 { return channelCount(configuration) }
        var reader = reader
        switch type {
        case 1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23: return try? programChannels(&reader)
        case 42: return try? unifiedChannels(&reader)
        default: return nil
        }
    }

    /// Returns the number of channels of a ChannelConfiguration (ISO/IEC 23091-3 table 1; ISO/IEC 14496-3
    /// table 1.19 has the first of them).
    private static func channelCount(_ configuration: UInt64) -> Int? {
        let counts = [0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14]
        guard configuration > 0, configuration < counts.count else { return nil }
        return counts[Int(configuration)]
    }

    /// Reads the channels in GASpecificConfig (ISO/IEC 14496-3, 4.4.1), which has a program_config_element
    /// for channelConfiguration 0.
    private static func programChannels(_ reader: inout BitReader) throws(ParseError) -> Int? {
        // frameLengthFlag
        try reader.skip(1)
        if try reader.flag() { try reader.skip(14) }
        // extensionFlag
        try reader.skip(1)
        let count = try ProgramConfiguration(&reader).channelCount
        return count > 0 ? count : nil
    }

    /// Reads the number of channels in UsacConfig (ISO/IEC 23003-3, 5.2), given as an index or in
    /// numOutChannels.
    private static func unifiedChannels(_ reader: inout BitReader) throws(ParseError) -> Int? {
        if try reader.bits(5) == 0x1F { try reader.skip(24) }
        // coreSbrFrameLengthIndex
        try reader.skip(3)
        let index = try reader.bits(5)
        guard index == 0 else { return channelCount(index) }
        // escapedValue(5, 8, 16) of numOutChannels
        var count = try reader.bits(5)
        guard count == 31 else { return count > 0 ? Int(count) : nil }
        count += try reader.bits(8)
        if count == 31 + 255 { count += try reader.bits(16) }
        return Int(count)
    }
}
