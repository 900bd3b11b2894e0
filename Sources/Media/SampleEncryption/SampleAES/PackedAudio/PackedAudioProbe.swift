import Bitstreams
import ElementaryStreams

/// Tells the codec of packed audio by its first frames.
///
/// A frame of AC-3 may be the core that dependent substreams of E-AC-3 extend, so the frame behind it is looked at, too.
struct PackedAudioProbe {
    /// Where the bytes stand in the segment.
    let offset: UInt64
    /// Whether no more bytes will come.
    let isLast: Bool

    /// The codec; nil when more bytes are needed.
    ///
    /// - Parameters:
    ///   - bytes: what was read of the segment.
    ///   - start: where a tag or frame starts.
    /// - Returns: the codec.
    /// - Throws: `SampleEncryptionError` for what is neither tag nor frame, and for codecs that cannot be protected.
    func codec(of bytes: Span<UInt8>, from start: Int) throws(SampleEncryptionError) -> SampleAESCodec? {
        var position = start
        var seesCore = false
        while position < bytes.count {
            guard let unit = try unit(of: bytes, at: position) else { break }
            switch unit {
            case .tag(let header): position += ID3TagHeader.size + header.remainingSize
            case .frame(let frame):
                switch frame.codec {
                case .aac where !seesCore: return .aac
                case .eac3: return .eac3
                case .mp3 where !seesCore: throw refusal(of: frame, at: position)
                // Of what else follows a frame of AC-3, the scanner says that it is wrong.
                case .ac3 where !seesCore:
                    seesCore = true
                    position += frame.size
                case .aac, .ac3, .mp3: return .ac3
                }
            }
        }
        return isLast && seesCore ? .ac3 : nil
    }

    /// The tag or frame at `position`; nil when its header is not whole.
    private func unit(of bytes: Span<UInt8>, at position: Int) throws(SampleEncryptionError)
        -> PackedAudioUnit?
    {
        let offset = offset + UInt64(position)
        let prefix = (position..<min(bytes.count, position + ID3TagHeader.size)).map { bytes[$0] }
        do throws(ParseError) {
            guard let size = PackedAudioUnit.headerSize(startingWith: prefix[...]) else {
                throw .invalid(
                    offset: offset,
                    field: "bytes",
                    found: prefix.prefix(2).map(\.hexadecimalText).joined(separator: " "),
                    expected: "the syncword of an audio frame"
                )
            }
            guard size <= prefix.count else {
                guard isLast else { return nil }
                throw .truncated(offset: offset, needed: UInt64(size), available: UInt64(prefix.count))
            }
            return try PackedAudioUnit(prefix[...], at: offset)
        } catch {
            throw .malformed(error)
        }
    }

    private func refusal(of frame: PackedAudioFrame, at position: Int) -> SampleEncryptionError {
        .unsupported(
            offset: offset + UInt64(position),
            what: "MPEG audio (MP3) in packed audio",
            remedy: "Use --method aes-128, or encode it as AAC"
        )
    }
}
