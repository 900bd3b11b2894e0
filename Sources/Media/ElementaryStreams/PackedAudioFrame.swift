/// The properties of a packed audio frame that its header gives.
package struct PackedAudioFrame: Hashable, Sendable {
    /// The properties that all frames of a stream share.
    package enum Format: Hashable, Sendable {
        /// AAC with the fixed part of the ADTS header.
        case adts(ADTSHeader.FixedHeader)
        /// MPEG audio of a layer, 1 to 3, at a sampling rate in Hz.
        case mpeg(MPEGAudioHeader.Version, layer: Int, samplingRate: Int)
        /// AC-3 or E-AC-3 at a sampling rate in Hz.
        case dolby(samplingRate: Int)

        /// The sampling rate, in Hz.
        package var samplingRate: Int {
            switch self {
            case .adts(let fixed): fixed.samplingRate
            case .mpeg(_, _, let samplingRate), .dolby(let samplingRate): samplingRate
            }
        }
    }

    /// The codec of the frame.
    package let codec: PackedAudioCodec
    /// The format, which is the same for all frames of the stream.
    let format: Format
    /// The size in bytes, header included.
    package let size: Int
    /// Indicates whether a CRC-16 covers the frame from the third byte to the last.
    let hasChecksum: Bool
    /// The number of samples of each channel that the frame adds to the stream.
    ///
    /// It is 0 for a frame that only adds channels or a program to another frame.
    let sampleCount: Int

    init(_ header: ADTSHeader) {
        codec = .aac
        format = .adts(header.fixedHeader)
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
