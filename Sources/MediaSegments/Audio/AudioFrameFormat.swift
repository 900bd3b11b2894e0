import Bitstreams
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
}
