import Bitstreams
import ISOBaseMedia
import SampleEncryption

extension SampleEntryPath {
    /// The type of sample entries of a handler_type when they are encrypted; nil for those that never are.
    static func protectedType(handler: FourCharacterCode) -> FourCharacterCode? {
        switch handler {
        case "vide": "encv"
        case "soun": "enca"
        default: nil
        }
    }

    /// Reads how a sample entry is encrypted.
    ///
    /// - Parameter handler: handler_type of the track.
    /// - Returns: `sinf` of an encrypted sample entry; nil of a clear one.
    /// - Throws: `.alreadyEncrypted` where a form of protection is found that is none of common encryption of audio and
    ///   video.
    func protection(
        handler: FourCharacterCode
    ) throws(SampleEncryptionError) -> ProtectionSchemeInformationBox? {
        guard entry.type == Self.protectedType(handler: handler) else {
            let isProtected = Self.protectedTypes.contains(entry.type) || entry.first("sinf") != nil
            guard !isProtected else { throw .alreadyEncrypted(offset: entry.offset, what: text) }
            return nil
        }
        return try parsing { () throws(ParseError) in
            try ProtectionSchemeInformationBox(try entry.only("sinf"))
        }
    }

    /// Sample entries of protected and restricted media (ISO/IEC 14496-12, 8.12 and 8.15).
    private static let protectedTypes: Set<FourCharacterCode> = [
        "encv", "enca", "enct", "encs", "encm", "encu", "encf", "resv", "resa", "resp",
    ]
}
