import Bitstreams
import ISOBaseMedia
import ProtectionTerms
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
                + " or use \(CommandOption.method) aes-128"
        )
    }

    /// Returns the error for an encrypted sample entry that allows parameter sets in samples.
    func inBandParameterSetsError(_ format: FourCharacterCode) -> SampleEncryptionError {
        let outOfBandFormat = MovieFormat.outOfBandFormats[format] ?? "avc1"
        return .unsupported(
            offset: entry.offset,
            what:
                "\(description), whose parameter sets may be in the samples, which FairPlay does not support",
            remedy:
                "Package it as '\(outOfBandFormat)' (ffmpeg: -c copy -tag:v \(outOfBandFormat)), or use \(CommandOption.method) aes-128"
        )
    }
}

extension SampleEntryContext {
    /// Returns the type of encrypted sample entries for a handler_type, or nil if the track stays clear.
    static func protectedType(handler: FourCharacterCode) -> FourCharacterCode? {
        switch handler {
        case "vide": "encv"
        case "soun": "enca"
        default: nil
        }
    }

    /// Reads the encryption of a sample entry.
    ///
    /// - Parameter handler: handler_type of the track.
    /// - Returns: the `sinf` box of an encrypted sample entry, or nil for a clear one.
    /// - Throws: `.alreadyEncrypted` if the entry is protected by other means than common encryption of audio
    ///   and video, and `.malformed` if `sinf` is.
    func protection(
        handler: FourCharacterCode
    ) throws(SampleEncryptionError) -> ProtectionSchemeInformationBox? {
        guard entry.type == Self.protectedType(handler: handler) else {
            let isProtected = Self.protectedTypes.contains(entry.type) || entry.first("sinf") != nil
            guard !isProtected else { throw .alreadyEncrypted(offset: entry.offset, what: description) }
            return nil
        }
        return try wrappingParseErrors { () throws(ParseError) in
            try ProtectionSchemeInformationBox(try entry.only("sinf"))
        }
    }

    /// The types of sample entries of protected and restricted media (ISO/IEC 14496-12, 8.12 and 8.15).
    private static let protectedTypes: Set<FourCharacterCode> = [
        "encv", "enca", "enct", "encs", "encm", "encu", "encf", "resv", "resa", "resp",
    ]
}
