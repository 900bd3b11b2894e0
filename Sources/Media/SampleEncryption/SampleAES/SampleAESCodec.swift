import ElementaryStreams
import TransportStreams

/// The codecs that SAMPLE-AES protects in transport streams and packed audio.
///
/// Source: Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling.
package enum SampleAESCodec: String, CaseIterable, Hashable, Sendable {
    /// H.264 in transport streams.
    case avc = "H.264"
    /// AAC in ADTS frames, with or without SBR and PS.
    case aac = "AAC"
    /// AC-3 syncframes.
    case ac3 = "AC-3"
    /// E-AC-3 syncframes.
    case eac3 = "E-AC-3"

    /// stream_type of the clear stream.
    var clearStreamType: StreamType {
        switch self {
        case .avc: StreamType(rawValue: 0x1B)
        case .aac: StreamType(rawValue: 0x0F)
        case .ac3: StreamType(rawValue: 0x81)
        case .eac3: StreamType(rawValue: 0x87)
        }
    }

    /// stream_type of the protected stream.
    var protectedStreamType: StreamType {
        switch self {
        case .avc: StreamType(rawValue: 0xDB)
        case .aac: StreamType(rawValue: 0xCF)
        case .ac3: StreamType(rawValue: 0xC1)
        case .eac3: StreamType(rawValue: 0xC2)
        }
    }

    /// The four characters of the private_data_indicator_descriptor.
    var privateDataIndicator: [UInt8] {
        switch self {
        case .avc: Array("zavc".utf8)
        case .aac: Array("aacd".utf8)
        case .ac3: Array("ac3d".utf8)
        case .eac3: Array("ec3d".utf8)
        }
    }
}

extension SampleAESCodec {
    /// The codec for scanning audio frames, or nil for video.
    var audioFrames: AudioFrameScanner.Codec? {
        switch self {
        case .avc: nil
        case .aac: .aac
        case .ac3: .ac3
        case .eac3: .eac3
        }
    }
}
