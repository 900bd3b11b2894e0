import Bitstreams
import ISOBaseMedia

/// Builds sample entries of audio (ISO/IEC 14496-12, 12.2.3).
enum AudioSampleEntryBuilder {
    /// Returns a sample entry of version 0.
    ///
    /// - Parameters:
    ///   - type: the format.
    ///   - channelCount: the value of channelcount.
    ///   - samplingRate: the rate in hertz; the entry has 0 if it exceeds 16 bits, and only the configuration
    ///     has it.
    ///   - configuration: the box with the decoder configuration.
    /// - Returns: the sample entry.
    static func entry(
        _ type: FourCharacterCode,
        channelCount: Int,
        samplingRate: Int,
        _ configuration: BoxNode
    ) -> BoxNode {
        var fields = [UInt8](repeating: 0, count: 6)
        fields.append(bigEndian: UInt16(1))
        fields += [UInt8](repeating: 0, count: 8)
        fields.append(bigEndian: UInt16(clamping: channelCount))
        // samplesize, then pre_defined and reserved
        fields.append(bigEndian: UInt16(16))
        fields.append(bigEndian: UInt32(0))
        let fitsIn16Bits = samplingRate <= Int(UInt16.max)
        fields.append(bigEndian: fitsIn16Bits ? UInt32(samplingRate) << 16 : UInt32(0))
        return BoxNode(type, fields: fields, children: [configuration])
    }

    /// Returns `esds` for AAC (ISO/IEC 14496-14, 6.7.2; ISO/IEC 14496-1, 7.2.6).
    ///
    /// - Parameters:
    ///   - configuration: the AudioSpecificConfig, shorter than 64 bytes.
    ///   - bufferSize: the size of the largest frame, in bytes.
    ///   - bitRate: the average bit rate, in bits per second.
    /// - Returns: the box.
    static func elementaryStreamDescriptor(
        _ configuration: [UInt8],
        bufferSize: Int,
        bitRate: Int
    ) -> BoxNode {
        // objectTypeIndication (AAC); streamType (audio), upStream and a reserved bit
        var decoder: [UInt8] = [0x40, 0x15]
        decoder += [UInt8](bigEndian: UInt32(clamping: min(bufferSize, 0xFF_FFFF))).suffix(3)
        decoder.append(bigEndian: UInt32(clamping: bitRate))
        decoder.append(bigEndian: UInt32(clamping: bitRate))
        decoder += descriptor(5, configuration)
        // ES_ID and flags, then the decoder configuration, then SLConfigDescriptor 2 as in MP4
        let stream = [0, 0, 0] + descriptor(4, decoder) + descriptor(6, [2])
        return BoxNode("esds", fields: [0, 0, 0, 0] + descriptor(3, stream))
    }

    /// Returns a descriptor; its body is below 128 bytes, so the size fits in one byte.
    private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        [tag, UInt8(clamping: body.count)] + body
    }
}
