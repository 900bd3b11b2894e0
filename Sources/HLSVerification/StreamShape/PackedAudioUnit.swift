internal import Bitstreams
import ElementaryStreams

/// The codecs of packed audio (RFC 8216, 3.4).
package enum PackedAudioCodec: String, Hashable, Sendable {
    /// In ADTS frames.
    case aac = "AAC"
    /// In syncframes.
    case ac3 = "AC-3"
    /// In syncframes, AC-3 frames among them where a dependent substream extends one.
    case eac3 = "E-AC-3"
    /// And the other layers of MPEG audio.
    case mp3 = "MP3"
}

/// What stands at a place of packed audio: a tag or a frame.
enum PackedAudioUnit: Hashable, Sendable {
    case tag(ID3TagHeader)
    case frame(PackedAudioFrame)

    /// Bytes that are needed to read the unit that starts with `prefix`; nil when nothing known does.
    static func headerSize(startingWith prefix: ArraySlice<UInt8>) -> Int? {
        guard let first = prefix.first, let second = prefix.dropFirst().first else { return 2 }
        if first == 0x49, second == 0x44 { return ID3TagHeader.size }
        if ADTSHeader.startsFrame(first, second) { return ADTSHeader.size }
        if MPEGAudioHeader.startsFrame(first, second) { return MPEGAudioHeader.size }
        if AC3SyncFrame.startsFrame(first, second) { return AC3SyncFrame.prefixSize }
        return nil
    }

    /// Reads the header of the unit at the start of `bytes`.
    init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        guard let first = bytes.first, let second = bytes.dropFirst().first else {
            throw .truncated(offset: offset, needed: 2, available: UInt64(bytes.count))
        }
        if first == 0x49, second == 0x44 {
            self = .tag(try ID3TagHeader(bytes, at: offset))
        } else if ADTSHeader.startsFrame(first, second) {
            self = .frame(PackedAudioFrame(try ADTSHeader(bytes, at: offset)))
        } else if MPEGAudioHeader.startsFrame(first, second) {
            self = .frame(PackedAudioFrame(try MPEGAudioHeader(bytes, at: offset)))
        } else if AC3SyncFrame.bitstreamID(bytes) ?? 0 <= AC3SyncFrame.newestBitstreamID {
            self = .frame(PackedAudioFrame(try AC3SyncFrame(bytes, at: offset)))
        } else {
            self = .frame(PackedAudioFrame(try EAC3SyncFrame(bytes, at: offset)))
        }
    }
}

/// A frame of packed audio, as far as its header tells.
struct PackedAudioFrame: Hashable, Sendable {
    /// What the frames of one stream have in common.
    enum Format: Hashable, Sendable {
        case adts(ADTSHeader.Fixed)
        case mpeg(MPEGAudioHeader.Version, layer: Int, samplingRate: Int)
        case dolby(samplingRate: Int)
    }

    let codec: PackedAudioCodec
    let format: Format
    /// Bytes, header included.
    let size: Int
    /// Whether a CRC-16 runs from the third byte to the last one.
    let hasChecksum: Bool

    init(_ header: ADTSHeader) {
        codec = .aac
        format = .adts(header.fixed)
        size = header.frameSize
        hasChecksum = false
    }

    init(_ header: MPEGAudioHeader) {
        codec = .mp3
        format = .mpeg(header.version, layer: header.layer, samplingRate: header.samplingRate)
        size = header.frameSize
        hasChecksum = false
    }

    init(_ frame: AC3SyncFrame) {
        codec = .ac3
        format = .dolby(samplingRate: frame.samplingRate)
        size = frame.frameSize
        hasChecksum = true
    }

    init(_ frame: EAC3SyncFrame) {
        codec = .eac3
        format = .dolby(samplingRate: frame.samplingRate)
        size = frame.frameSize
        hasChecksum = true
    }
}
