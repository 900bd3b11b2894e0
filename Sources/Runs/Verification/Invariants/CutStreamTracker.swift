import ElementaryStreams
import SampleEncryption

/// The PES packets of one stream in a byte range that may end inside a NAL unit or frame.
///
/// The length of a NAL unit or frame decides what is encrypted in it. For the one that is cut the length is
/// unknown, so a part of it may still be encrypted. It may have begun in an earlier packet.
struct CutStreamTracker {
    /// The bytes before the first encrypted block, the longest NAL unit without one, and the block size.
    private static let (clearPrefixLength, maximumClearLength, blockLength) = (32, 48, 16)

    private let codec: SampleAESCodec
    /// The length so far of the last NAL unit of video, or nil before the first.
    private var unitLength: Int?
    /// The bytes so far of the audio frame that is not complete.
    private var incompleteFrame: [UInt8] = []

    init(_ codec: SampleAESCodec) {
        self.codec = codec
    }

    /// Adds the data of the next packet.
    ///
    /// - Parameter samples: the clear data.
    /// - Returns: the position in the data from which on it is unknown what is encrypted, if the range ends
    ///   with this packet. It is negative if it is in an earlier packet.
    mutating func undecidedPosition(after samples: Span<UInt8>) -> Int {
        if let framing = codec.framing {
            undecidedFramePosition(samples, framing)
        } else {
            undecidedUnitPosition(samples)
        }
    }

    /// Returns the start of the last block of the last NAL unit, or the end of a short one's clear bytes.
    private mutating func undecidedUnitPosition(_ samples: Span<UInt8>) -> Int {
        var units: [AnnexBNALUnit] = []
        _ = AnnexBScanner.scan(samples, into: &units, limit: AnnexBScanner.unitLimit)
        let start: Int
        if let unit = units.last {
            start = unit.range.lowerBound
        } else if let unitLength {
            start = -unitLength
        } else {
            return samples.count
        }
        let length = samples.count - start
        unitLength = length
        return length > Self.maximumClearLength
            ? samples.count - Self.blockLength : start + min(Self.clearPrefixLength, length)
    }

    /// Returns the start of the frame that is not complete.
    private mutating func undecidedFramePosition(_ samples: Span<UInt8>, _ framing: AudioFrameScanner.Codec)
        -> Int
    {
        let previousCount = incompleteFrame.count
        for index in samples.indices { incompleteFrame.append(samples[index]) }
        var scanner = AudioFrameScanner(framing)
        var frames: [AudioFrame] = []
        guard
            let consumedCount = try? scanner.scan(
                incompleteFrame.span,
                from: 0,
                isPacketStart: true,
                into: &frames,
                at: 0
            )
        else {
            incompleteFrame = []
            return 0
        }
        incompleteFrame.removeFirst(consumedCount)
        return consumedCount - previousCount
    }
}
