/// A frame of packed audio, as far as its header tells.
package struct PackedAudioFrame: Hashable, Sendable {
    /// What the frames of one stream have in common.
    package enum Format: Hashable, Sendable {
        /// AAC with the part of the header that does not change.
        case adts(ADTSHeader.Fixed)
        /// MPEG audio of a layer, 1 to 3, at a sampling rate in Hertz.
        case mpeg(MPEGAudioHeader.Version, layer: Int, samplingRate: Int)
        /// AC-3 or E-AC-3 at a sampling rate in Hertz.
        case dolby(samplingRate: Int)

        /// Hertz.
        package var samplingRate: Int {
            switch self {
            case .adts(let fixed): fixed.samplingRate
            case .mpeg(_, _, let samplingRate), .dolby(let samplingRate): samplingRate
            }
        }
    }

    /// What it is a frame of.
    package let codec: PackedAudioCodec
    /// What it has in common with the frames beside it.
    package let format: Format
    /// Bytes, header included.
    package let size: Int
    /// Whether a CRC-16 runs from the third byte to the last one.
    package let hasChecksum: Bool
    /// Samples of each channel that it adds to the stream; 0 when it only adds channels or a program to another frame.
    package let sampleCount: Int

    init(_ header: ADTSHeader) {
        codec = .aac
        format = .adts(header.fixed)
        size = header.frameSize
        hasChecksum = false
        sampleCount = header.sampleCount
    }

    init(_ header: MPEGAudioHeader) {
        codec = .mp3
        format = .mpeg(header.version, layer: header.layer, samplingRate: header.samplingRate)
        size = header.frameSize
        hasChecksum = false
        sampleCount = header.sampleCount
    }

    init(_ frame: AC3SyncFrame) {
        codec = .ac3
        format = .dolby(samplingRate: frame.samplingRate)
        size = frame.frameSize
        hasChecksum = true
        sampleCount = AC3SyncFrame.sampleCount
    }

    init(_ frame: EAC3SyncFrame) {
        codec = .eac3
        format = .dolby(samplingRate: frame.samplingRate)
        size = frame.frameSize
        hasChecksum = true
        sampleCount = frame.sampleCount
    }
}
