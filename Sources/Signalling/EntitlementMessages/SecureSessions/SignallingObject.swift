import Ciphers
package import FoundationEssentials
import TextFormats

/// The signalling object in a key URI for NAGRA's SSP: content id, key id and IV (NAGRA, OTT DRM signaling).
///
/// The URI contains it as a JSON object in base64url.
package struct SignallingObject: Hashable, Sendable {
    /// The id of the title.
    package let contentID: String
    /// The id of the key.
    package let keyID: UUID
    /// The IV, 16 bytes.
    package let iv: [UInt8]

    /// Reads the part of a key URI after `skd://`.
    ///
    /// - Parameter assetID: base64url, with or without padding.
    /// - Throws: `EntitlementMessageError` if the license server would not accept it.
    package init(reading assetID: [UInt8]) throws(EntitlementMessageError) {
        let name = "signalling object of a key URI"
        guard let text = Base64URL.decode(String(decoding: assetID, as: UTF8.self)) else {
            throw EntitlementMessageError(
                message: name,
                finding: "it is not base64url (\(CountText.text(assetID.count, "byte")))"
            )
        }
        let members = try JSONMembers(of: text, name, once: ["ContentId", "KeyId", "IV"])
        contentID = try members.text("ContentId")
        guard !contentID.isEmpty else { throw members.error("ContentId is empty") }
        guard let keyID = UUID(uuidString: try members.text("KeyId")) else {
            throw members.error("KeyId is not a UUID")
        }
        guard let iv = Base64.decode(try members.text("IV")), iv.count == 16 else {
            throw members.error("IV is not 16 bytes in base64")
        }
        self.keyID = keyID
        self.iv = iv
    }
}
