import ISOBaseMedia
import SampleEncryption

/// A sample entry with its track, for errors about it.
struct SampleEntryContext {
    let entry: BoxNode
    let trackID: UInt32

    /// The name in errors: "sample entry 'vp09' of track 1 (moov/trak/mdia/minf/stbl/stsd)".
    var description: String {
        "sample entry '\(entry.type)' of track \(trackID) (moov/trak/mdia/minf/stbl/stsd)"
    }

    /// Returns the error for a sample entry whose format is not supported in its track.
    func noRuleError(format: FourCharacterCode, handler: FourCharacterCode) -> SampleEncryptionError {
        let what = format == entry.type ? description : "format '\(format)' in \(description)"
        return .unsupported(
            offset: entry.offset,
            what: "\(what), handler '\(handler)'",
            remedy:
                "Encode it as AVC, HEVC, AV1, AAC, AC-3, E-AC-3, Opus, FLAC or ALAC, or leave the track out,"
                + " or use --method aes-128"
        )
    }

    /// Returns the error for an encrypted sample entry that allows parameter sets in samples.
    func inBandParameterSetsError(_ format: FourCharacterCode) -> SampleEncryptionError {
        let other = MovieFormat.outOfBandFormats[format] ?? "avc1"
        return .unsupported(
            offset: entry.offset,
            what:
                "\(description), whose parameter sets may be in the samples, which FairPlay does not support",
            remedy: "Package it as '\(other)' (ffmpeg: -c copy -tag:v \(other)), or use --method aes-128"
        )
    }
}
