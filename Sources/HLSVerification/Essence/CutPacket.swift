internal import ElementaryStreams
internal import SampleEncryption

/// A PES packet that goes on behind the end of a byte range.
enum CutPacket {
    /// From where on it cannot be told what is encrypted: NAL units and frames are encrypted by their length, which is
    /// not known of the one that is cut.
    ///
    /// - Parameters:
    ///   - packet: the clear packet: its header and data.
    ///   - end: how much of it both ranges have.
    ///   - codec: what the data are.
    /// - Returns: a position; `end` when all is decided.
    static func undecided(_ packet: Span<UInt8>, _ end: Int, _ codec: SampleAESCodec) -> Int {
        guard let data = PESData(packet), data.start < end else { return end }
        let samples = packet.extracting(data.start..<end)
        guard let framing = codec.framing else { return data.start + undecidedUnit(samples) }
        var scanner = AudioFrameScanner(framing)
        var frames: [AudioFrame] = []
        guard let cut = try? scanner.scan(samples, from: 0, isPacketStart: true, into: &frames, at: 0) else {
            return data.start
        }
        return data.start + cut
    }

    /// The last block of the last NAL unit, or all behind the leader of one that is short so far.
    private static func undecidedUnit(_ samples: Span<UInt8>) -> Int {
        let (leader, shortest, block) = (32, 48, 16)
        var units: [AnnexBUnit] = []
        _ = AnnexB.scan(samples, into: &units, limit: AnnexB.unitLimit)
        guard let start = units.last?.range.lowerBound else { return samples.count }
        let count = samples.count - start
        return count > shortest ? samples.count - block : start + min(leader, count)
    }
}
