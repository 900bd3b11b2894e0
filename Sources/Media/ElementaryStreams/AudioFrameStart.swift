import Bitstreams

/// What the header of an audio frame tells about where it ends and where access units start.
struct AudioFrameStart {
    /// What the frame has in common with the frames beside it.
    let format: PackedAudioFrame.Format
    /// Bytes of the whole frame.
    let size: Int
    /// Bytes of the ADTS header; 0 for a syncframe.
    let headerSize: Int
    /// Audio blocks that it adds to substream 0.
    let blocks: Int

    /// - Parameters:
    ///   - codec: what the frame is to be.
    ///   - bytes: as many as `codec.prefixSize` says.
    ///   - offset: where they stand in the stream.
    /// - Throws: `ParseError` where a field has an excluded value.
    init(
        _ codec: AudioFrameScanner.Codec,
        _ bytes: ArraySlice<UInt8>,
        at offset: UInt64
    ) throws(ParseError) {
        switch codec {
        case .aac:
            let header = try ADTSHeader(bytes, at: offset)
            format = .adts(header.fixed)
            size = header.frameSize
            headerSize = header.headerSize
            blocks = 0
        case .eac3 where !AC3SyncFrame.isAC3(bytes):
            let frame = try EAC3SyncFrame(bytes, at: offset)
            format = .dolby(samplingRate: frame.samplingRate)
            size = frame.frameSize
            headerSize = 0
            blocks = frame.isOfFirstProgram ? frame.audioBlocks : 0
        case .ac3, .eac3:
            let frame = try AC3SyncFrame(bytes, at: offset)
            format = .dolby(samplingRate: frame.samplingRate)
            size = frame.frameSize
            headerSize = 0
            blocks = AC3SyncFrame.audioBlocks
        }
    }
}

extension AudioFrameScanner.Codec {
    /// Bytes that are needed to read the start of a frame.
    var prefixSize: Int {
        switch self {
        case .aac: ADTSHeader.size
        case .ac3, .eac3: AC3SyncFrame.prefixSize
        }
    }

    /// Whether `first` and, where there is one, `second` can begin a frame.
    func startsFrame(_ first: UInt8, _ second: UInt8?) -> Bool {
        switch self {
        case .aac: ADTSHeader.startsFrame(first, second ?? 0xF0)
        case .ac3, .eac3: AC3SyncFrame.startsFrame(first, second ?? 0x77)
        }
    }

    /// What its frames are, for messages.
    var name: String {
        switch self {
        case .aac: "AAC"
        case .ac3: "AC-3"
        case .eac3: "AC-3 or E-AC-3"
        }
    }

    /// What all frames of a stream share, as a message says it.
    var formatText: String {
        switch self {
        case .aac: "the fixed header"
        case .ac3, .eac3: "the sampling rate"
        }
    }
}
