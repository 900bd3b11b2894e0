import Ciphers
import LicenseMessages
import TextFormats

/// A license request and its answer: lengths, digests and tag names, but no keys, session keys or whole
/// messages.
package struct LicenseExchange: Hashable, Codable, Sendable {
    /// A TLLV of a message.
    package struct Block: Hashable, Codable, Sendable {
        /// The name of the tag.
        package let tag: String
        /// The length of the value, in bytes.
        package let length: Int
    }

    /// An SPC or a CKC.
    struct Message: Hashable, Codable, Sendable {
        /// The length, in bytes.
        let length: Int
        /// The SHA-256, in lower-case hexadecimal digits.
        let sha256: String
        /// The TLLVs in order, or none if the message could not be decrypted.
        let blocks: [Block]
    }

    /// The key URI without secrets.
    let keyURI: String
    /// The name of the rule that extracted the asset id from the URI, or nil if none did.
    let rule: String?
    /// The length of the asset id, in bytes.
    let assetIDLength: Int
    /// The SHA-256 of the asset id, in lower-case hexadecimal digits.
    let assetIDSHA256: String
    /// The form of the request: `octets`, `json` or `form`.
    let form: String
    /// The SPC.
    let request: Message
    /// The HTTP status of the answer.
    let status: Int
    /// The CKC, or nil if the answer contains none.
    let answer: Message?

    private enum CodingKeys: String, CodingKey {
        case keyURI = "key_uri"
        case rule
        case assetIDLength = "asset_id_length"
        case assetIDSHA256 = "asset_id_sha256"
        case form, request, status, answer
    }
}

extension LicenseExchange.Message {
    /// Creates the description of a message from its bytes and TLLVs.
    init(_ bytes: [UInt8], blocks: [LicenseExchange.Block]) {
        self.init(
            length: bytes.count,
            sha256: Hexadecimal.encode(SHA256.digest(of: bytes)),
            blocks: blocks
        )
    }

    /// Creates the description of an SPC.
    ///
    /// It lists the TLLVs that the private key decrypts, or none if there is no key or decryption fails.
    init(_ spc: [UInt8], openedWith privateKey: PrivateKey?) {
        var blocks: [LicenseExchange.Block] = []
        if let privateKey, let container = try? SPCContainer(reading: spc),
            let context = try? ServerPlaybackContext(opening: container, with: privateKey)
        {
            blocks = context.list.tllvs.map {
                LicenseExchange.Block(tag: $0.tag.name, length: $0.value.count)
            }
        }
        self.init(spc, blocks: blocks)
    }

    /// Creates the description of a CKC with the TLLVs that the client found in it.
    init(_ ckc: [UInt8], of license: OpenedLicense) {
        let blocks = license.blocks.map { LicenseExchange.Block(tag: $0.tag.name, length: $0.length) }
        self.init(ckc, blocks: blocks)
    }
}
