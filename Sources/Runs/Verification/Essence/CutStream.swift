import ElementaryStreams
import SampleEncryption

/// The PES packets of one stream in a byte range, which may end inside of a NAL unit or frame.
///
/// Units and frames are encrypted by their length, which is not known of the one that is cut: some of it may still be
/// encrypted. It may have begun in an earlier packet.
struct CutStream {
    /// The clear bytes before a NAL unit's first encrypted block, the longest unit without one, and the last block.
    private static let (leader, shortest, block) = (32, 48, 16)

    private let codec: SampleAESCodec
    /// Of video, the length so far of the unit at the end of the packets so far; nil when none has begun.
    private var unitLength: Int?
    /// Of audio, the bytes so far of the frame that is not whole.
    private var frame: [UInt8] = []

    /// No packet yet.
    init(_ codec: SampleAESCodec) {
        self.codec = codec
    }

    /// Takes the data of the next packet.
    ///
    /// - Parameter samples: the clear data.
    /// - Returns: from where on it cannot be told what is encrypted, if the range ends with the packet: a position in the
    ///   data, negative in those of packets before.
    mutating func undecided(after samples: Span<UInt8>) -> Int {
        if let framing = codec.framing { cutFrame(samples, framing) } else { cutUnit(samples) }
    }

    /// The last block of the last NAL unit, or all behind the leader of one that is short so far.
    private mutating func cutUnit(_ samples: Span<UInt8>) -> Int {
        var units: [AnnexBUnit] = []
        _ = AnnexB.scan(samples, into: &units, limit: AnnexB.unitLimit)
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
        return length > Self.shortest ? samples.count - Self.block : start + min(Self.leader, length)
    }

    /// The frame that is not whole.
    private mutating func cutFrame(_ samples: Span<UInt8>, _ framing: AudioFrameScanner.Codec) -> Int {
        let before = frame.count
        for index in samples.indices { frame.append(samples[index]) }
        var scanner = AudioFrameScanner(framing)
        var frames: [AudioFrame] = []
        guard let cut = try? scanner.scan(frame.span, from: 0, isPacketStart: true, into: &frames, at: 0)
        else {
            frame = []
            return 0
        }
        frame.removeFirst(cut)
        return cut - before
    }
}
