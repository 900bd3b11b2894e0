import EntitlementMessages
import FoundationEssentials
package import KeyRecordFormats
import LicenseMessages
import TextFormats

/// The look-up of NAGRA's license server: the key id of the signalling object that is the asset id, among the keys of the title that
/// the content token names.
package struct SignallingLookup: Sendable {
    private let keys: ExportedKeys

    /// A look-up in a file.
    package init(_ keys: ExportedKeys) {
        self.keys = keys
    }

    /// The key for an asset id.
    ///
    /// - Parameters:
    ///   - assetID: a signalling object in base64url.
    ///   - contentID: the title of the content token; nil where it is not known.
    /// - Returns: the key with its IV.
    /// - Throws: `KSMRefusal` with -42584 where there is none, or it is of another title.
    package func key(for assetID: [UInt8], contentID: String?) throws(KSMRefusal) -> KSMLookup.Found {
        let object: SignallingObject
        do throws(EntitlementMessageError) {
            object = try SignallingObject(reading: assetID)
        } catch {
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                "\(error)",
                remedy: "Write the key URI of the template nagra-ssp."
            )
        }
        let id = object.keyID.uuidString.lowercased()
        guard let key = keys.key(withID: object.keyID) else {
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                "the export has no key \(id) (\(keys.summary))",
                remedy: "Export the title and generation that is played, in a format with key ids (jsonl)."
            )
        }
        if let contentID, let title = key.contentID, !title.utf8.elementsEqual(contentID.utf8) {
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                "key \(id) is of the title \(title), and the content token is for \(contentID)",
                remedy: "Let the backend give a token for the title under which the key is stored.",
                place: key.place
            )
        }
        return try KSMLookup.usable(key)
    }
}
