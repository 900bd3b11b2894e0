import MediaProbing
import Presentations
import TransportStreams

/// The apparent kind of a file that is not a playlist, for messages.
package enum FileKind: String, Sendable {
    /// An MPEG-2 transport stream (ISO/IEC 13818-1).
    case transportStream = "an MPEG-2 transport stream"
    /// An ISO base media file (ISO/IEC 14496-12).
    case isoBaseMedia = "an MP4 file"
    /// Packed audio: frames of AAC, AC-3 and other formats.
    case packedAudio = "packed audio"
    /// WebVTT.
    case webVTT = "WebVTT text"
    /// Text in UTF-16 or UTF-32.
    case wideText = "text in UTF-16 or UTF-32"
    /// A DASH MPD.
    case dash = "a DASH manifest"
    /// A CPIX document.
    case cpix = "a CPIX document"
    /// Another XML document.
    case xml = "an XML document"
    /// JSON.
    case json = "JSON"
    /// A file of no bytes.
    case empty = "an empty file"

    /// The number of bytes examined.
    private static let sniffLength = 1024

    /// Guesses the kind from the start of a file; nil if unknown, unreadable or the start of a playlist.
    package static func sniff(_ path: String) -> FileKind? {
        var bytes = [UInt8](repeating: 0, count: sniffLength)
        guard let file = try? InputFile(path: path),
            let count = try? file.read(into: &bytes, count: sniffLength, at: 0)
        else { return nil }
        return sniff(bytes[..<count])
    }

    static func sniff(_ start: ArraySlice<UInt8>) -> FileKind? {
        if start.isEmpty { return .empty }
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE])
            || start.prefix(8).starts(with: [0, 0x23]) || start.starts(with: [0x23, 0])
        {
            return .wideText
        }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
        if text.starts(with: "#EXTM3U".utf8) { return nil }
        return structured(text) ?? media(start)
    }

    private static func structured(_ text: ArraySlice<UInt8>) -> FileKind? {
        switch text.first(where: { $0 > UInt8(ascii: " ") }) {
        case UInt8(ascii: "<"):
            let head = String(decoding: text, as: UTF8.self)
            return head.contains("CPIX") ? .cpix : head.contains("<MPD") ? .dash : .xml
        case UInt8(ascii: "{"): return .json
        default: return nil
        }
    }

    private static func media(_ start: ArraySlice<UInt8>) -> FileKind? {
        let prefix = Array(start.prefix(PacketFormat.detectionLength))
        // Unlike text, media headers have control characters or non-ASCII bytes.
        let isBinary = prefix.contains { $0 >= 0x80 || $0 < 9 }
        if isBinary, PacketFormat.detect(prefix.span) != nil { return .transportStream }
        return switch StreamKind.sniff(start.prefix(StreamKind.detectionLength)) {
        case .transportStream: start.count == 1 || hasSecondPacket(start) ? .transportStream : nil
        case .fragmentedMP4, .initializationSection: .isoBaseMedia
        case .packedAudio: .packedAudio
        case .webVTT: .webVTT
        case .webVTTInUTF16: .wideText
        case .unknown: nil
        }
    }

    /// Indicates whether a second packet follows the first, since text may also begin with `G` (0x47).
    private static func hasSecondPacket(_ start: ArraySlice<UInt8>) -> Bool {
        let second = start.dropFirst(188).first
        return second == 0x47 || (second == nil && start.contains { $0 >= 0x80 || $0 < 9 })
    }
}
