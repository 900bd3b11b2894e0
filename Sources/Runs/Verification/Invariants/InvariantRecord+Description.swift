import ElementaryStreams
import SampleEncryption

extension InvariantRecord.Kind {
    /// Names a record in messages, with the number of earlier records of its kind.
    func description(number: Int) -> String {
        switch self {
        case .packet(let pid): "packet \(number) of \(pid)"
        case .adaptationField(let pid): "adaptation field \(number) of \(pid)"
        case .pesPacket(let pid, let codec): "PES packet \(number) of \(pid) (\(codec.rawValue))"
        case .tag: "ID3 tag \(number)"
        case .audioFrame(let codec): "\(codec.rawValue) frame \(number)"
        case .box: "box \(number) at the top level"
        case .movieFragment: "'moof' \(number)"
        case .sample(let track): "sample \(number) of track \(track)"
        }
    }

    /// Describes where in a record the byte at `position` is, or returns nil if there is nothing to add.
    ///
    /// - Parameters:
    ///   - position: the position in the record, in bytes.
    ///   - bytes: the record.
    /// - Returns: the NAL unit or audio frame, and the PTS.
    func locationDescription(of position: Int, in bytes: Span<UInt8>) -> String? {
        guard case .pesPacket(_, let codec) = self, let data = PESDataLocation(bytes) else { return nil }
        let time = data.presentationTime.map { ", PTS \($0)" } ?? ""
        guard position >= data.start else { return "in the header" + time }
        let part =
            codec == .avc
            ? unitDescription(at: position, data.start, bytes)
            : frameDescription(at: position, data.start, codec, bytes)
        return part + time
    }

    private func unitDescription(at position: Int, _ start: Int, _ bytes: Span<UInt8>) -> String {
        var units: [AnnexBNALUnit] = []
        let data = bytes.extracting(start..<bytes.count)
        _ = AnnexBScanner.scan(data, into: &units, limit: AnnexBScanner.unitLimit)
        guard let number = units.lastIndex(where: { $0.range.lowerBound <= position - start }),
            !units[number].range.isEmpty
        else { return "before the first NAL unit" }
        let type = data[units[number].range.lowerBound] & 0x1F
        return "in NAL unit \(number) (nal_unit_type \(type))"
    }

    private func frameDescription(
        at position: Int,
        _ start: Int,
        _ codec: SampleAESCodec,
        _ bytes: Span<UInt8>
    ) -> String {
        guard let framing = codec.framing else { return "in the data" }
        var scanner = AudioFrameScanner(framing)
        var frames: [AudioFrame] = []
        let data = bytes.extracting(start..<bytes.count)
        // The frames before an error are enough to locate the byte.
        _ = try? scanner.scan(data, from: 0, isPacketStart: true, into: &frames, at: 0)
        let number = frames.firstIndex { $0.range.contains(position - start) }
        return number.map { "in frame \($0)" } ?? "in the data"
    }
}

extension SampleAESCodec {
    /// The frame syntax of audio, or nil for video.
    var framing: AudioFrameScanner.Codec? {
        switch self {
        case .avc: nil
        case .aac: .aac
        case .ac3: .ac3
        case .eac3: .eac3
        }
    }
}
