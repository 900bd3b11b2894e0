import Bitstreams
import ISOBaseMedia
import SampleEncryption

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
