import Bitstreams
import ElementaryStreams
import Mezzanines

/// The framing of audio samples in transport streams and packed audio: with an added ADTS header, or
/// unchanged.
enum AudioFraming: Hashable, Sendable {
    /// AAC frames, each with an ADTS header.
    case adts(ADTSFormat)
    /// AC-3 and E-AC-3 frames, which have their own headers.
    case syncframes

    /// Chooses the framing for a track.
    ///
    /// - Parameters:
    ///   - track: an audio track.
    ///   - container: the container that needs the frames, for the error message.
    /// - Throws: `MezzanineError` for other codecs, and for AAC that ADTS cannot signal.
    init(_ track: SourceTrack, container: String) throws(MezzanineError) {
        switch track.format.codec {
        case .aac: self = .adts(try ADTSFormat(track, container: container))
        case .ac3, .eac3: self = .syncframes
        default: throw CarriageError.unsupportedCodec(track, in: container)
        }
    }

    /// The number of bytes added before each sample.
    var headerSize: Int {
        switch self {
        case .adts: ADTSFormat.headerSize
        case .syncframes: 0
        }
    }

    /// Appends the header of a sample, if the format adds one.
    func appendHeader(sampleSize: Int, to bytes: inout [UInt8]) {
        guard case .adts(let format) = self else { return }
        format.appendHeader(payloadSize: sampleSize, to: &bytes)
    }

    /// Throws if a sample is empty or larger than a frame can be.
    func checkSize(_ size: UInt32, at offset: UInt64) throws(ParseError) {
        let limit =
            switch self {
            case .adts: ADTSFormat.payloadLimit
            case .syncframes: PESHeaderWriter.audioPayloadLimit
            }
        guard size > 0, size <= limit else {
            throw .invalid(
                offset: offset,
                field: "size of a sample",
                found: "\(size)",
                expected: "1 to \(limit)"
            )
        }
    }

    /// Throws unless a sample of AC-3 or E-AC-3 consists of whole frames: a decoder would not find the frames
    /// after a partial one.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that contain the sample.
    ///   - sample: the range of the sample in `bytes`.
    ///   - offset: the offset of the sample in its source.
    ///   - path: the path of the source.
    /// - Throws: `ByteSourceError` with the offset in the source.
    func checkFrames(
        _ bytes: [UInt8],
        _ sample: Range<Int>,
        at offset: UInt64,
        of path: String
    ) throws(ByteSourceError) {
        guard self == .syncframes else { return }
        var position = sample.lowerBound
        while position < sample.upperBound {
            let head = bytes[position..<min(position + AC3SyncFrame.prefixSize, sample.upperBound)]
            let remaining = sample.upperBound - position
            do {
                position += try Self.sizeOfSyncframe(
                    head,
                    of: remaining,
                    at: offset + UInt64(sample.count - remaining)
                )
            } catch {
                throw .malformed(path: path, error)
            }
        }
    }

    /// Returns the size in bytes of an AC-3 or E-AC-3 frame, and throws if fewer bytes are available.
    private static func sizeOfSyncframe(
        _ head: ArraySlice<UInt8>,
        of available: Int,
        at offset: UInt64
    ) throws(ParseError) -> Int {
        guard case .frame(let frame) = try PackedAudioElement(head, at: offset),
            [.ac3, .eac3].contains(frame.codec)
        else {
            throw .invalid(
                offset: offset,
                field: "bytes",
                found: "without syncword",
                expected: "0x0B77 of AC-3 or E-AC-3"
            )
        }
        guard frame.size <= available else {
            throw .truncated(offset: offset, needed: UInt64(frame.size), available: UInt64(available))
        }
        return frame.size
    }
}
