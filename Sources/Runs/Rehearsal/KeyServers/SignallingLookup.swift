import EntitlementMessages
import FoundationEssentials
package import KeyRecordFormats
import LicenseMessages
import TextFormats

/// The key lookup of NAGRA's license server: by the key id in the asset id, which is a signalling object.
///
/// The key has to belong to the title of the content token.
package struct SignallingLookup: Sendable {
    private let keys: ExportedKeys

    /// Creates a lookup in an exported file.
    package init(_ keys: ExportedKeys) {
        self.keys = keys
    }

    /// Finds the key for an asset id.
    ///
    /// - Parameters:
    ///   - assetID: a signalling object in base64url.
    ///   - contentID: the title of the content token, or nil if unknown.
    /// - Returns: the key with its IV.
    /// - Throws: `KSMRefusal` with -42584 if there is no key, it belongs to another title, or it cannot be
    ///   used.
    package func key(for assetID: [UInt8], contentID: String?) throws(KSMRefusal) -> KSMLookup.UsableKey {
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
                "key \(id) belongs to the title \(title), and the content token is for \(contentID)",
                remedy: "Let the backend give a token for the title under which the key is stored.",
                location: key.location
            )
        }
        return try KSMLookup.usableKey(key)
    }
}
