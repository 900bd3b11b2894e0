package import Bitstreams

/// AudioSpecificConfig: how MPEG-4 audio is coded (ISO/IEC 14496-3, 1.6.2.1).
package struct AudioSpecificConfiguration: Hashable, Sendable {
    /// The audio object type of the core: 2 is AAC LC.
    package let coreObjectType: UInt8
    /// Hertz, of the core.
    package let samplingRate: Int
    /// Channels of the core, low frequency effects included; nil where the configuration does not say.
    package let channelCount: Int?
    /// Whether frames have 960 samples and not 1024 (frameLengthFlag of GASpecificConfig); false of other cores.
    package let hasShortFrames: Bool
    /// Whether SBR is announced, before or behind the configuration of the core.
    package let hasSpectralBandReplication: Bool
    /// Whether PS is announced.
    package let hasParametricStereo: Bool

    /// The audio object type that names all of it: 29 with PS, 5 with SBR, else that of the core.
    package var objectType: UInt8 {
        hasParametricStereo
            ? Self.parametricStereo : hasSpectralBandReplication ? Self.bandReplication : coreObjectType
    }

    private static let bandReplication: UInt8 = 5
    private static let parametricStereo: UInt8 = 29
    /// The types that GASpecificConfig is of, but for the error-resilient ones.
    private static let generalAudio: [UInt8] = [1, 2, 3, 4, 6, 7]

    /// - Parameters:
    ///   - bytes: the configuration.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = BitReader(bytes, at: offset)
        var type = try Self.objectType(&reader)
        samplingRate = try Self.samplingRate(&reader)
        let channels = try reader.bits(4)
        let announced = type
        guard type != Self.bandReplication, type != Self.parametricStereo else {
            // The rate of the extension, then the core.
            _ = try Self.samplingRate(&reader)
            type = try Self.objectType(&reader)
            coreObjectType = type
            channelCount = Self.channelCount(type, configuration: channels, reader)
            hasShortFrames = Self.hasShortFrames(type, reader)
            hasSpectralBandReplication = true
            hasParametricStereo = announced == Self.parametricStereo
            return
        }
        coreObjectType = type
        channelCount = Self.channelCount(type, configuration: channels, reader)
        hasShortFrames = Self.hasShortFrames(type, reader)
        let hasCore = try Self.skipGeneralAudio(type, channels, &reader)
        let extensions = hasCore ? try Self.extensions(&reader) : (false, false)
        hasSpectralBandReplication = extensions.0
        hasParametricStereo = extensions.1
    }

    /// GetAudioObjectType (table 1.16): 31 says that six bits more follow.
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

    /// frameLengthFlag, the first bit of GASpecificConfig; `reader` stands in front of it.
    private static func hasShortFrames(_ type: UInt8, _ reader: BitReader) -> Bool {
        guard generalAudio.contains(type) else { return false }
        var reader = reader
        return (try? reader.flag()) ?? false
    }

    /// GASpecificConfig (4.4.1), which stands before the extensions; false where their place cannot be told.
    private static func skipGeneralAudio(
        _ type: UInt8,
        _ channels: UInt64,
        _ reader: inout BitReader
    ) throws(ParseError) -> Bool {
        // The error-resilient types have more behind it, and channels 0 a program_config_element.
        guard generalAudio.contains(type), channels > 0 else { return false }
        try reader.skip(1)
        if try reader.flag() { try reader.skip(14) }
        let hasExtension = try reader.flag()
        if type == 6 { try reader.skip(3) }
        if hasExtension { try reader.skip(1) }
        return true
    }

    /// SBR and PS behind the core (1.6.2.1), where a decoder that knows neither does not look.
    private static func extensions(_ reader: inout BitReader) throws(ParseError) -> (Bool, Bool) {
        guard reader.count >= 16, try reader.bits(11) == 0x2B7,
            try objectType(&reader) == bandReplication, try reader.flag()
        else { return (false, false) }
        _ = try samplingRate(&reader)
        guard reader.count >= 12, try reader.bits(11) == 0x548 else { return (true, false) }
        return (true, try reader.flag())
    }
}
