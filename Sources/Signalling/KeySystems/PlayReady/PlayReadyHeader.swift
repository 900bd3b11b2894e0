package import FoundationEssentials
package import ProtectionTerms

/// A PlayReady Header: an XML document in UTF-16 without a declaration.
///
/// "PlayReady Header Specification" of Microsoft, section 3. AES in CTR mode has been there since version 4.0.0.0, which
/// every client reads; CBC mode came with version 4.3.0.0.
package struct PlayReadyHeader: Hashable, Sendable {
    /// A key.
    package struct Key: Hashable, Sendable {
        /// Its id.
        package let id: UUID
        /// ALGID: `AESCTR`, `AESCBC` or `COCKTAIL`; nil where it is not said.
        package let algorithm: String?
        /// CHECKSUM, 8 bytes for `AESCTR`; nil where it is not said.
        package let checksum: [UInt8]?

        /// A key from its parts.
        package init(id: UUID, algorithm: String?, checksum: [UInt8]? = nil) {
            self.id = id
            self.algorithm = algorithm
            self.checksum = checksum
        }
    }

    /// The `version` of the document, such as `4.3.0.0`.
    package let version: String
    /// The keys in order.
    package let keys: [Key]
    /// What a client refuses of a document that was read, in words that go on behind its name.
    package let faults: [String]

    /// A header from its parts.
    init(version: String, keys: [Key], faults: [String] = []) {
        self.version = version
        self.keys = keys
        self.faults = faults
    }

    /// The header of one key.
    ///
    /// - Parameters:
    ///   - keyID: the key's id.
    ///   - scheme: how the media are encrypted, which decides the version.
    ///   - checksum: the `PlayReadyChecksum` of the key; only `cenc` has one, and porting kits up to 1.2 demand it.
    package init(keyID: UUID, scheme: ProtectionScheme, checksum: [UInt8]? = nil) {
        switch scheme {
        case .cbcs:
            self.init(version: "4.3.0.0", keys: [Key(id: keyID, algorithm: "AESCBC")])
        case .cenc:
            self.init(version: "4.0.0.0", keys: [Key(id: keyID, algorithm: "AESCTR", checksum: checksum)])
        }
    }

    /// The scheme that the algorithm of the keys stands for; nil where it is not said, or they differ.
    package var scheme: ProtectionScheme? {
        let algorithms = Set(keys.map(\.algorithm))
        guard algorithms.count == 1 else { return nil }
        return switch algorithms.first {
        case "AESCBC": .cbcs
        case "AESCTR": .cenc
        default: nil
        }
    }
}
