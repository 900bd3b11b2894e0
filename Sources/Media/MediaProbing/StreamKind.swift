import Bitstreams
package import ElementaryStreams

/// What a clear HLS resource is (RFC 8216, section 3).
package enum StreamKind: Hashable, Sendable {
    /// MPEG-2 transport stream.
    case transportStream
    /// Fragments of ISO base media.
    case fragmentedMP4
    /// The file type and movie boxes that fragments need.
    case initializationSection
    /// Audio frames back to back; the codec is nil while only the ID3 tag before them was seen.
    case packedAudio(PackedAudioCodec?)
    /// WebVTT text.
    case webVTT
    /// WebVTT text in UTF-16, which players do not read: WebVTT is UTF-8 (W3C WebVTT, 4.1).
    case webVTTInUTF16
    /// None of these.
    case unknown

    /// Bytes that `sniff` wants; fewer only when the stream is shorter.
    package static let sniffLength = 16

    /// Box types that are known to start a segment.
    private static let segmentStarts = [
        "styp", "sidx", "moof", "emsg", "prft", "ssix", "free", "skip", "uuid", "mdat",
    ]

    /// Guesses from the first bytes; `unknown` when they start no HLS stream.
    package static func sniff(_ prefix: ArraySlice<UInt8>) -> StreamKind {
        let boxType = String(decoding: prefix.dropFirst(4).prefix(4), as: UTF8.self)
        if boxType == "ftyp" || boxType == "moov" { return .initializationSection }
        if segmentStarts.contains(boxType) { return .fragmentedMP4 }
        if prefix.first == 0x47 { return .transportStream }
        if prefix.starts(with: "ID3".utf8) { return .packedAudio(nil) }
        let text = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix
        if text.starts(with: "WEBVTT".utf8) { return .webVTT }
        // The mark looks like a header of MPEG audio.
        if UTF16Order(prefix)?.starts(prefix, with: "WEBVTT") == true { return .webVTTInUTF16 }
        guard case .frame(let frame)? = try? PackedAudioUnit(prefix, at: 0) else { return .unknown }
        return .packedAudio(frame.codec)
    }
}

extension StreamKind: CustomStringConvertible {
    /// "packed audio (AAC)".
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
