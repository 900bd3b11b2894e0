import Bitstreams
import ElementaryStreams
import ISOBaseMedia

extension CodecDescription {
    /// Describes the audio of `esds`: MPEG-4 audio by its audio object type, extensions included (RFC 6381,
    /// 3.3), other audio by objectTypeIndication.
    static func mpeg4Audio(_ box: ElementaryStreamDescriptorBox) throws(ParseError) -> CodecDescription {
        switch box.objectType {
        case 0x40:
            guard let bytes = box.decoderConfiguration else {
                throw .missing(offset: box.decoderConfigurationOffset, "AudioSpecificConfig in box 'esds'")
            }
            let configuration = try AudioSpecificConfiguration(bytes, at: box.decoderConfigurationOffset)
            return CodecDescription("mp4a.40.\(configuration.objectType)")
        // MPEG-2 and MPEG-1 audio: Apple names both by the audio object type of Layer 3.
        case 0x69, 0x6B:
            return CodecDescription("mp4a.40.34", alternatives: ["mp4a.\(hexadecimal(box.objectType))"])
        case 0xA5: return CodecDescription("ac-3", alternatives: ["mp4a.A5"])
        case 0xA6: return CodecDescription("ec-3", alternatives: ["mp4a.A6"])
        default: return CodecDescription("mp4a.\(hexadecimal(box.objectType))")
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
}
