import Bitstreams
import TransportStreams

/// A descriptor of a program map table.
package struct DescriptorInspection: Sendable, Encodable {
    /// The descriptor_tag in hexadecimal: `0x0A`.
    package let tag: String
    /// The name of the descriptor, or nil if unknown.
    package let name: String?
    /// The contents: text in quotes, or hexadecimal.
    package let content: String

    init(_ descriptor: ProgramDescriptor) {
        tag = descriptor.tag.hexadecimalText
        name = Self.names[descriptor.tag]
        content = Self.content(of: descriptor)
    }

    /// Returns the contents; for a registration descriptor, the format_identifier and then hexadecimal data.
    private static func content(of descriptor: ProgramDescriptor) -> String {
        guard descriptor.tag == ProgramDescriptor.registrationTag, descriptor.body.count > 4 else {
            return descriptor.bodyDescription
        }
        let format = ProgramDescriptor(tag: descriptor.tag, body: Array(descriptor.body.prefix(4)))
        let rest = ProgramDescriptor(tag: 0, body: Array(descriptor.body.dropFirst(4)))
        return format.bodyDescription + " " + rest.hexadecimalBody
    }

    /// ISO/IEC 13818-1 table 2-45; ETSI EN 300 468 table 12; ATSC A/65 and SCTE 35.
    private static let names: [UInt8: String] = [
        0x02: "video stream", 0x03: "audio stream", 0x05: "registration", 0x06: "data stream alignment",
        0x09: "conditional access", 0x0A: "language", 0x0B: "system clock",
        0x0C: "multiplex buffer utilization", 0x0D: "copyright", 0x0E: "maximum bitrate",
        0x0F: "private data indicator", 0x10: "smoothing buffer", 0x11: "STD", 0x1B: "MPEG-4 video",
        0x1C: "MPEG-4 audio", 0x25: "metadata pointer", 0x26: "metadata", 0x27: "metadata STD",
        0x28: "AVC video", 0x2A: "AVC timing and HRD", 0x2B: "MPEG-2 AAC", 0x38: "HEVC video",
        0x52: "stream identifier", 0x56: "teletext", 0x59: "subtitling", 0x66: "data broadcast id",
        0x6A: "AC-3", 0x7A: "enhanced AC-3", 0x7B: "DTS", 0x7C: "AAC", 0x7F: "extension",
        0x81: "AC-3 (ATSC)", 0x86: "caption service", 0x87: "content advisory", 0x8A: "cue identifier",
        0xCC: "E-AC-3 (ATSC)",
    ]
}

extension DescriptorInspection {
    /// Returns the languages in ISO_639_language, teletext and subtitling descriptors.
    static func languages(in descriptors: [ProgramDescriptor]) -> [String] {
        var languages: [String] = []
        for descriptor in descriptors {
            let size: Int? = [0x0A: 4, 0x56: 5, 0x59: 8][descriptor.tag]
            guard let size else { continue }
            var rest = descriptor.body
            while rest.count >= size {
                let code = String(decoding: rest.prefix(3), as: UTF8.self)
                if code.allSatisfy(\.isLetter), !languages.contains(code) { languages.append(code) }
                rest = rest.dropFirst(size)
            }
        }
        return languages
    }
}
