import Bitstreams
import ElementaryStreams
import ISOBaseMedia
package import Mezzanines

/// The ADTS header fields of a track (ISO/IEC 14496-3, 1.A.3.2), derived from its AudioSpecificConfig.
///
/// The header signals the AAC core at its own sampling rate; decoders find SBR and PS in the frames.
package struct ADTSFormat: Hashable, Sendable {
    /// The size of a header in bytes; no CRC follows it.
    static let headerSize = ADTSHeader.size
    /// The largest frame without its header, in bytes: aac_frame_length has 13 bits.
    package static let payloadLimit = 0x1FFF - headerSize

    /// The third byte of the header: profile, sampling_frequency_index, private_bit and the upper bit of
    /// channel_configuration.
    private let third: UInt8
    /// The fourth byte of the header without the size: the lower bits of channel_configuration, then flags
    /// that are all 0.
    private let fourth: UInt8

    /// Derives the header fields from the configuration of a track.
    ///
    /// - Parameters:
    ///   - track: an AAC track.
    ///   - container: the container that needs the headers, for the error message.
    /// - Throws: `MezzanineError` if the configuration is malformed or ADTS cannot signal it.
    package init(_ track: SourceTrack, container: String) throws(MezzanineError) {
        let configuration: Configuration
        do {
            configuration = try Configuration(track)
        } catch {
            throw .malformed(path: track.path, error)
        }
        guard let fault = configuration.fault else {
            let profile = configuration.coreObjectType - 1
            third = profile << 6 | configuration.rateIndex << 2 | configuration.channelConfiguration >> 2
            fourth = (configuration.channelConfiguration & 0b11) << 6
            return
        }
        throw .unsupported(
            path: track.path,
            what: "AAC of track \(track.identifier) in \(container): " + fault,
            CarriageError.advice
        )
    }

    /// Appends the header of a frame.
    ///
    /// - Parameters:
    ///   - payloadSize: the size of the frame in bytes without the header, at most `payloadLimit`.
    ///   - bytes: receives the header.
    package func appendHeader(payloadSize: Int, to bytes: inout [UInt8]) {
        let size = payloadSize + Self.headerSize
        bytes.append(0xFF)
        // MPEG-4, layer 0, no CRC.
        bytes.append(0xF1)
        bytes.append(third)
        bytes.append(fourth | UInt8(truncatingIfNeeded: size >> 11))
        bytes.append(UInt8(truncatingIfNeeded: size >> 3))
        // adts_buffer_fullness 0x7FF: variable bitrate; one raw data block.
        bytes.append(UInt8(truncatingIfNeeded: size << 5) | 0x1F)
        bytes.append(0xFC)
    }
}

extension ADTSFormat {
    /// The fields of an AudioSpecificConfig that ADTS also signals.
    private struct Configuration {
        let coreObjectType: UInt8
        let rateIndex: UInt8
        let channelConfiguration: UInt8
        /// The property that ADTS cannot signal, as an error message, or nil if it can signal all.
        let fault: String?

        init(_ track: SourceTrack) throws(ParseError) {
            let esds = try track.format.sampleEntry.onlyOrCopies("esds")
            let descriptor = try ElementaryStreamDescriptorBox(esds.box)
            guard let bytes = descriptor.decoderConfiguration else {
                throw .missing(offset: descriptor.decoderConfigurationOffset, "AudioSpecificConfig")
            }
            let offset = descriptor.decoderConfigurationOffset
            let core = try AudioSpecificConfiguration(bytes, at: offset)
            var reader = BitReader(bytes, at: offset)
            let objectType = try Self.objectType(&reader)
            let index = try Self.skipRate(&reader)
            let channelConfiguration = try reader.bits(4)
            if objectType == 5 || objectType == 29 {
                // The sampling rate of SBR output, then the object type of the core.
                _ = try Self.skipRate(&reader)
                _ = try Self.objectType(&reader)
            }
            let isKnownCore = (1...4).contains(core.coreObjectType)
            let hasShortFrames = isKnownCore ? try reader.flag() : false
            let coreRateIndex = SamplingFrequencyIndex.rates.firstIndex(of: core.samplingRate)
            coreObjectType = isKnownCore ? core.coreObjectType : 1
            rateIndex = UInt8(
                truncatingIfNeeded: index < SamplingFrequencyIndex.escape ? Int(index) : coreRateIndex ?? 0
            )
            self.channelConfiguration = UInt8(channelConfiguration & 0b111)
            fault =
                if !isKnownCore {
                    "audio object type \(core.coreObjectType) (expected 1 to 4, AAC Main, LC, SSR or LTP)"
                } else if coreRateIndex == nil {
                    "\(core.samplingRate) Hz (expected a sampling rate that ADTS has an index for)"
                } else if channelConfiguration == 0 {
                    "channels of a program_config_element (expected a channel configuration, 1 to 7)"
                } else if channelConfiguration > 7 {
                    "channel configuration \(channelConfiguration) (expected 1 to 7)"
                } else if hasShortFrames {
                    "frames of 960 samples (expected 1024)"
                } else {
                    nil
                }
        }

        private static func objectType(_ reader: inout BitReader) throws(ParseError) -> UInt64 {
            let type = try reader.bits(5)
            return type == 31 ? 32 + (try reader.bits(6)) : type
        }

        private static func skipRate(_ reader: inout BitReader) throws(ParseError) -> UInt64 {
            let index = try reader.bits(4)
            if index == SamplingFrequencyIndex.escape { try reader.skip(24) }
            return index
        }
    }
}
