package import Bitstreams

/// The decoder configuration of MPEG-4 audio, AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1).
package struct AudioSpecificConfiguration: Hashable, Sendable {
    /// The audio object type of the core: 2 is AAC LC.
    package let coreObjectType: UInt8
    /// The sampling rate of the core, in Hz.
    package let samplingRate: Int
    /// The number of channels of the core, low frequency effects included, or nil if the configuration does
    /// not give it.
    package let channelCount: Int?
    /// Indicates whether frames have 960 instead of 1024 samples (frameLengthFlag of GASpecificConfig).
    ///
    /// False for cores without GASpecificConfig.
    package let hasShortFrames: Bool
    /// Indicates whether SBR is signalled, before or after the configuration of the core.
    package let hasSpectralBandReplication: Bool
    /// Indicates whether PS is signalled.
    package let hasParametricStereo: Bool

    /// The audio object type with extensions: 29 with PS, 5 with SBR, otherwise that of the core.
    package var objectType: UInt8 {
        hasParametricStereo
            ? Self.parametricStereo : hasSpectralBandReplication ? Self.bandReplication : coreObjectType
    }

    private static let bandReplication: UInt8 = 5
    private static let parametricStereo: UInt8 = 29
    /// The audio object types with GASpecificConfig, except the error-resilient ones.
    private static let generalAudio: [UInt8] = [1, 2, 3, 4, 6, 7]

    /// Parses a configuration.
    ///
    /// - Parameters:
    ///   - bytes: the AudioSpecificConfig.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        var type = try Self.objectType(&reader)
        samplingRate = try Self.samplingRate(&reader)
        let channelConfiguration = try reader.bits(4)
        let signaledType = type
        guard type != Self.bandReplication, type != Self.parametricStereo else {
            // The sampling rate of the extension, then the audio object type of the core.
            _ = try Self.samplingRate(&reader)
            type = try Self.objectType(&reader)
            coreObjectType = type
            channelCount = Self.channelCount(type, configuration: channelConfiguration, reader)
            hasShortFrames = Self.hasShortFrames(type, reader)
            hasSpectralBandReplication = true
            hasParametricStereo = signaledType == Self.parametricStereo
            return
        }
        coreObjectType = type
        channelCount = Self.channelCount(type, configuration: channelConfiguration, reader)
        hasShortFrames = Self.hasShortFrames(type, reader)
        let isAtExtensions = try Self.skipGeneralAudio(type, channelConfiguration, &reader)
        let extensions = isAtExtensions ? try Self.extensions(&reader) : (false, false)
        hasSpectralBandReplication = extensions.0
        hasParametricStereo = extensions.1
    }

    /// Reads GetAudioObjectType (table 1.16), in which six more bits follow 31.
    private static func objectType(_ reader: inout BitReader) throws(ParseError) -> UInt8 {
        let type = try reader.bits(5)
        return UInt8(type == 31 ? 32 + (try reader.bits(6)) : type)
    }

    private static func samplingRate(_ reader: inout BitReader) throws(ParseError) -> Int {
        let offset = reader.offset
        let index = try reader.bits(4)
        if index == SamplingFrequencyIndex.escape { return Int(try reader.bits(24)) }
        guard Int(index) < SamplingFrequencyIndex.rates.count else {
            throw .invalid(
                offset: offset,
                field: "samplingFrequencyIndex",
                found: "\(index)",
                expected: "at most 12, or 15"
            )
        }
        return SamplingFrequencyIndex.rates[Int(index)]
    }

    /// Returns frameLengthFlag, the first bit of GASpecificConfig, at which `reader` is positioned.
    private static func hasShortFrames(_ type: UInt8, _ reader: BitReader) -> Bool {
        guard generalAudio.contains(type) else { return false }
        var reader = reader
        return (try? reader.flag()) ?? false
    }

    /// Skips GASpecificConfig (4.4.1), which precedes the extensions, or returns false if its end cannot be
    /// found.
    private static func skipGeneralAudio(
        _ type: UInt8,
        _ channelConfiguration: UInt64,
        _ reader: inout BitReader
    ) throws(ParseError) -> Bool {
        // Error-resilient types have more fields after GASpecificConfig, and with channelConfiguration 0 it
        // contains a program_config_element.
        guard generalAudio.contains(type), channelConfiguration > 0 else { return false }
        try reader.skip(1)
        if try reader.flag() { try reader.skip(14) }
        let hasExtension = try reader.flag()
        if type == 6 { try reader.skip(3) }
        if hasExtension { try reader.skip(1) }
        return true
    }

    /// Reads the signalling of SBR and PS after the core (1.6.2.1), which decoders without them ignore.
    private static func extensions(_ reader: inout BitReader) throws(ParseError) -> (Bool, Bool) {
        guard reader.count >= 16, try reader.bits(11) == 0x2B7,
            try objectType(&reader) == bandReplication, try reader.flag()
        else { return (false, false) }
        _ = try samplingRate(&reader)
        guard reader.count >= 12, try reader.bits(11) == 0x548 else { return (true, false) }
        return (true, try reader.flag())
    }
}

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
