import Bitstreams
import ElementaryStreams
import ProtectionTerms

/// A probe for the codec of packed audio, by its first frames.
///
/// An AC-3 frame may be the core that dependent substreams of E-AC-3 extend, so the frame after it is
/// examined too.
struct PackedAudioProbe {
    /// The offset of the bytes in the segment.
    let offset: UInt64
    /// Indicates whether no more bytes will come.
    let isLast: Bool

    /// Detects the codec.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the segment that were read.
    ///   - start: the position of a tag or frame.
    /// - Returns: the codec, or nil if the bytes do not contain enough frames.
    /// - Throws: `SampleEncryptionError` for bytes that are neither tag nor frame, for a header
    ///   that the end of the segment cuts off, and for codecs that cannot be protected.
    func codec(of bytes: Span<UInt8>, from start: Int) throws(SampleEncryptionError) -> SampleAESCodec? {
        var position = start
        var hasAC3Frame = false
        while position < bytes.count {
            guard let element = try element(of: bytes, at: position) else { break }
            switch element {
            case .tag(let header): position += ID3TagHeader.size + header.remainingSize
            case .frame(let frame):
                switch frame.codec {
                case .aac where !hasAC3Frame: return .aac
                case .eac3: return .eac3
                case .mp3 where !hasAC3Frame: throw refusal(of: frame, at: position)
                case .ac3 where !hasAC3Frame:
                    hasAC3Frame = true
                    position += frame.size
                // An AAC or MP3 frame after one of AC-3 is an error that `AudioFrameScanner` reports later.
                case .aac, .ac3, .mp3: return .ac3
                }
            }
        }
        return isLast && hasAC3Frame ? .ac3 : nil
    }

    /// Returns the tag or frame at `position`, or nil if its header is incomplete.
    private func element(of bytes: Span<UInt8>, at position: Int) throws(SampleEncryptionError)
        -> PackedAudioElement?
    {
        let offset = offset + UInt64(position)
        let prefix = (position..<min(bytes.count, position + ID3TagHeader.size)).map { bytes[$0] }
        do throws(ParseError) {
            guard let size = PackedAudioElement.headerSize(startingWith: prefix[...]) else {
                throw .invalid(
                    offset: offset,
                    field: "bytes",
                    found: prefix.prefix(2).map(\.hexadecimalText).joined(separator: " "),
                    expected: "the syncword of an audio frame, or an ID3 tag"
                )
            }
            guard size <= prefix.count else {
                guard isLast else { return nil }
                throw .truncated(offset: offset, needed: UInt64(size), available: UInt64(prefix.count))
            }
            return try PackedAudioElement(prefix[...], at: offset)
        } catch {
            throw .malformed(error)
        }
    }

    private func refusal(of frame: PackedAudioFrame, at position: Int) -> SampleEncryptionError {
        .unsupported(
            offset: offset + UInt64(position),
            what: "MPEG audio (MP3) in packed audio",
            remedy: "Use \(CommandOption.method) aes-128, or encode it as AAC"
        )
    }
}
