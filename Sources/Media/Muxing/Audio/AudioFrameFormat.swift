import Bitstreams
import ElementaryStreams
package import Mezzanines

/// How the samples of an audio track stand in transport streams and packed audio: behind an ADTS header, or as they are.
package enum AudioFrameFormat: Hashable, Sendable {
    /// AAC.
    case adts(ADTSFormat)
    /// AC-3 and E-AC-3, whose frames have their own headers.
    case syncframes

    /// The form of a track.
    ///
    /// - Parameters:
    ///   - track: audio.
    ///   - container: what wants the frames, for the message.
    /// - Throws: `MezzanineError` for a codec without such a form.
    package init(_ track: SourceTrack, container: String) throws(MezzanineError) {
        switch track.format.codec {
        case .aac: self = .adts(try ADTSFormat(track, container: container))
        case .ac3, .eac3: self = .syncframes
        default: throw CarriageError.codec(track, in: container)
        }
    }

    /// Bytes in front of each sample.
    var headerSize: Int {
        switch self {
        case .adts: ADTSFormat.headerSize
        case .syncframes: 0
        }
    }

    /// Appends what stands in front of a sample.
    func appendHeader(sampleSize: Int, to bytes: inout [UInt8]) {
        guard case .adts(let format) = self else { return }
        format.appendHeader(payloadSize: sampleSize, to: &bytes)
    }

    /// Refuses a sample that is no frame: one without bytes, or with more than a frame can have.
    func check(_ size: UInt32, at offset: UInt64) throws(ParseError) {
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

    /// Refuses a sample of AC-3 or E-AC-3 that is not whole frames from end to end: nobody would find those behind it.
    ///
    /// - Parameters:
    ///   - bytes: what holds the sample.
    ///   - sample: where it is there.
    ///   - offset: where it is in its source.
    ///   - path: the source.
    /// - Throws: `ByteSourceFailure` with the offset in the source.
    func checkFrames(
        _ bytes: [UInt8],
        _ sample: Range<Int>,
        at offset: UInt64,
        of path: String
    ) throws(ByteSourceFailure) {
        guard self == .syncframes else { return }
        var position = sample.lowerBound
        while position < sample.upperBound {
            let head = bytes[position..<min(position + AC3SyncFrame.prefixSize, sample.upperBound)]
            let left = sample.upperBound - position
            do {
                position += try Self.sizeOfSyncframe(head, of: left, at: offset + UInt64(sample.count - left))
            } catch {
                throw .malformed(path: path, error)
            }
        }
    }

    /// Bytes of a frame of AC-3 or E-AC-3 that is there as a whole.
    private static func sizeOfSyncframe(
        _ head: ArraySlice<UInt8>,
        of available: Int,
        at offset: UInt64
    ) throws(ParseError) -> Int {
        guard case .frame(let frame) = try PackedAudioUnit(head, at: offset),
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
