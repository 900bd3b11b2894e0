import Bitstreams

/// The fields of an audio frame header that determine where the frame ends and where access units start.
struct AudioFrameHeader {
    /// The format, which is the same for all frames of the stream.
    let format: PackedAudioFrame.Format
    /// The size of the whole frame, in bytes.
    let size: Int
    /// The size of the ADTS header in bytes, or 0 for a syncframe.
    let headerSize: Int
    /// The number of audio blocks that the frame adds to substream 0.
    let audioBlockCount: Int

    /// Parses the start of a frame.
    ///
    /// - Parameters:
    ///   - codec: the codec that the frame is expected to have.
    ///   - bytes: the first `codec.prefixSize` bytes of the frame.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if a field has a forbidden value.
    init(
        _ codec: AudioFrameScanner.Codec,
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        switch codec {
        case .aac:
            let header = try ADTSHeader(bytes, at: offset)
            format = .adts(header.fixedHeader)
            size = header.frameSize
            headerSize = header.headerSize
            audioBlockCount = 0
        case .eac3 where !AC3SyncFrame.isAC3(bytes):
            let frame = try EAC3SyncFrame(bytes, at: offset)
            format = .dolby(samplingRate: frame.samplingRate)
            size = frame.frameSize
            headerSize = 0
            audioBlockCount = frame.isOfFirstProgram ? frame.audioBlockCount : 0
        case .ac3, .eac3:
            let frame = try AC3SyncFrame(bytes, at: offset)
            format = .dolby(samplingRate: frame.samplingRate)
            size = frame.frameSize
            headerSize = 0
            audioBlockCount = AC3SyncFrame.audioBlockCount
        }
    }
}

extension AudioFrameScanner.Codec {
    /// The number of bytes needed to parse the start of a frame.
    var prefixSize: Int {
        switch self {
        case .aac: ADTSHeader.size
        case .ac3, .eac3: AC3SyncFrame.prefixSize
        }
    }

    /// Indicates whether `first` and `second`, if available, can begin a frame.
    func startsFrame(_ first: UInt8, _ second: UInt8?) -> Bool {
        switch self {
        case .aac: ADTSHeader.startsFrame(first, second ?? 0xF0)
        case .ac3, .eac3: AC3SyncFrame.startsFrame(first, second ?? 0x77)
        }
    }

    /// The name of the frames' codec, for messages.
    var name: String {
        switch self {
        case .aac: "AAC"
        case .ac3: "AC-3"
        case .eac3: "AC-3 or E-AC-3"
        }
    }

    /// The property that all frames of a stream share, for messages.
    var formatDescription: String {
        switch self {
        case .aac: "the fixed header"
        case .ac3, .eac3: "the sampling rate"
        }
    }
}
