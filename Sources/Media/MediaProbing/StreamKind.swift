import Bitstreams
package import ElementaryStreams

/// The kind of a clear HLS resource (RFC 8216, section 3).
package enum StreamKind: Hashable, Sendable {
    /// MPEG-2 transport stream.
    case transportStream
    /// Movie fragments of ISO base media.
    case fragmentedMP4
    /// The file type and movie boxes that movie fragments need.
    case initializationSection
    /// Adjacent audio frames; the codec is nil if only the ID3 tag before them was seen.
    case packedAudio(PackedAudioCodec?)
    /// WebVTT text.
    case webVTT
    /// WebVTT text in UTF-16, which players do not read: WebVTT has to be UTF-8 (W3C WebVTT, 4.1).
    case webVTTInUTF16
    /// Anything else.
    case unknown

    /// The number of bytes that `sniff` needs; fewer only if the stream is shorter.
    package static let detectionLength = 16

    /// The box types at the start of a segment.
    private static let segmentStarts = [
        "styp", "sidx", "moof", "emsg", "prft", "ssix", "free", "skip", "uuid", "mdat",
    ]

    /// Guesses the kind from the first bytes, or returns `unknown` if no HLS stream starts like this.
    package static func sniff(_ prefix: ArraySlice<UInt8>) -> StreamKind {
        let boxType = String(decoding: prefix.dropFirst(4).prefix(4), as: UTF8.self)
        if boxType == "ftyp" || boxType == "moov" { return .initializationSection }
        if segmentStarts.contains(boxType) { return .fragmentedMP4 }
        if prefix.first == 0x47 { return .transportStream }
        if prefix.starts(with: "ID3".utf8) { return .packedAudio(nil) }
        let text = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix
        if text.starts(with: "WEBVTT".utf8) { return .webVTT }
        // The byte order mark looks like a header of MPEG audio.
        if UTF16ByteOrder(prefix)?.starts(prefix, with: "WEBVTT") == true { return .webVTTInUTF16 }
        guard case .frame(let frame)? = try? PackedAudioElement(prefix, at: 0) else { return .unknown }
        return .packedAudio(frame.codec)
    }
}

extension StreamKind: CustomStringConvertible {
    /// The name for messages, such as "packed audio (AAC)".
    package var description: String {
        switch self {
        case .transportStream: "MPEG-2 transport stream"
        case .fragmentedMP4: "fragmented MP4"
        case .initializationSection: "initialization section"
        case .packedAudio(let codec?): "packed audio (\(codec.rawValue))"
        case .packedAudio(nil): "packed audio"
        case .webVTT: "WebVTT"
        case .webVTTInUTF16: "WebVTT in UTF-16"
        case .unknown: "unknown"
        }
    }
}
