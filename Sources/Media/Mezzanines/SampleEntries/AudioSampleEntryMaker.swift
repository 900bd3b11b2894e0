import Bitstreams
import ISOBaseMedia

/// Makes sample entries of audio (ISO/IEC 14496-12, 12.2.3).
enum AudioSampleEntryMaker {
    /// - Parameters:
    ///   - type: the format.
    ///   - channelCount: channelcount.
    ///   - samplingRate: Hertz; rates that 16 bits do not hold are told by the configuration alone.
    ///   - configuration: the box of the decoder's configuration.
    /// - Returns: the entry, of version 0.
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
        let isShort = samplingRate <= Int(UInt16.max)
        fields.append(bigEndian: isShort ? UInt32(samplingRate) << 16 : UInt32(0))
        return BoxNode(type, fields: fields, children: [configuration])
    }

    /// `esds` of AAC (ISO/IEC 14496-14, 6.7.2; ISO/IEC 14496-1, 7.2.6).
    ///
    /// - Parameters:
    ///   - configuration: AudioSpecificConfig, shorter than 64 bytes.
    ///   - bufferSize: bytes of the largest frame.
    ///   - bitRate: bits a second, on average.
    /// - Returns: the box.
    static func elementaryStreamDescriptor(
        _ configuration: [UInt8],
        bufferSize: Int,
        bitRate: Int
    ) -> BoxNode {
        // AAC, an audio stream, a reserved bit
        var decoder: [UInt8] = [0x40, 0x15]
        decoder += [UInt8](bigEndian: UInt32(clamping: min(bufferSize, 0xFF_FFFF))).suffix(3)
        decoder.append(bigEndian: UInt32(clamping: bitRate))
        decoder.append(bigEndian: UInt32(clamping: bitRate))
        decoder += descriptor(5, configuration)
        // ES_ID and flags; then the decoder's; then SLConfigDescriptor as MP4 has it.
        let stream = [0, 0, 0] + descriptor(4, decoder) + descriptor(6, [2])
        return BoxNode("esds", fields: [0, 0, 0, 0] + descriptor(3, stream))
    }

    /// A descriptor of fewer than 128 bytes, whose size fits into a byte.
    private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        [tag, UInt8(clamping: body.count)] + body
    }
}
