import Ciphers
package import FoundationEssentials
package import ProtectionTerms

/// A PlayReady Header: an XML document in UTF-16 without an XML declaration.
///
/// The source is Microsoft's "PlayReady Header Specification", section 3. AES-CTR is supported since version
/// 4.0.0.0, which every client reads; AES-CBC came with version 4.3.0.0.
package struct PlayReadyHeader: Hashable, Sendable {
    /// A key in a header.
    package struct Key: Hashable, Sendable {
        /// The id of the key.
        package let id: UUID
        /// The algorithm (ALGID): `AESCTR`, `AESCBC` or `COCKTAIL`, or nil if the header does not state it.
        package let algorithm: String?
        /// The checksum (CHECKSUM), 8 bytes for `AESCTR`, or nil if the header has none.
        package let checksum: [UInt8]?

        /// Creates a key from its parts.
        package init(id: UUID, algorithm: String?, checksum: [UInt8]? = nil) {
            self.id = id
            self.algorithm = algorithm
            self.checksum = checksum
        }
    }

    /// The version of the document (`version`), such as `4.3.0.0`.
    package let version: String
    /// The keys in the order of the document.
    package let keys: [Key]
    /// The errors for which clients refuse the document.
    ///
    /// Each is the end of a sentence about the document, such as `has an unknown ALGID`.
    package let faults: [String]

    /// Creates a header from its parts.
    init(version: String, keys: [Key], faults: [String] = []) {
        self.version = version
        self.keys = keys
        self.faults = faults
    }

    /// Creates the header of one key.
    ///
    /// - Parameters:
    ///   - keyID: the id of the key.
    ///   - scheme: the protection scheme of the media, which determines the version.
    ///   - checksum: the `PlayReadyChecksum` of the key, which only `cenc` has; porting kits up to 1.2
    ///     require it.
    package init(keyID: UUID, scheme: ProtectionScheme, checksum: [UInt8]? = nil) {
        switch scheme {
        case .cbcs:
            self.init(version: "4.3.0.0", keys: [Key(id: keyID, algorithm: "AESCBC")])
        case .cenc:
            self.init(version: "4.0.0.0", keys: [Key(id: keyID, algorithm: "AESCTR", checksum: checksum)])
        }
    }

    /// The protection scheme of the keys' algorithm, or nil if it is missing or differs between keys.
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

extension PlayReadyHeader {
    /// The document in UTF-16LE without a byte order mark, as in a record.
    package var bytes: [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// The XML of the document.
    ///
    /// It must be canonical XML: every element has a closing tag, the namespace comes before other
    /// attributes, and those are ordered by name (section 3.2).
    var text: String {
        "<WRMHEADER xmlns=\"\(PlayReadyMarkup.namespace)\" version=\"\(version)\"><DATA>"
            + (version == "4.0.0.0" ? firstVersionData : keyListData) + "</DATA></WRMHEADER>"
    }

    /// The contents of `DATA` in version 4.0.0.0: one key, whose properties are elements.
    private var firstVersionData: String {
        guard let key = keys.first else { return "" }
        let algorithm = key.algorithm.map { "<KEYLEN>16</KEYLEN><ALGID>\($0)</ALGID>" } ?? ""
        let checksum = key.checksum.map { "<CHECKSUM>\(Base64.encode($0))</CHECKSUM>" } ?? ""
        return "<PROTECTINFO>\(algorithm)</PROTECTINFO><KID>\(Self.value(of: key.id))</KID>" + checksum
    }

    /// The contents of `DATA` since version 4.2.0.0: a list of keys, whose properties are attributes.
    private var keyListData: String {
        let list = keys.map { key in
            let algorithm = key.algorithm.map { " ALGID=\"\($0)\"" } ?? ""
            let checksum = key.checksum.map { " CHECKSUM=\"\(Base64.encode($0))\"" } ?? ""
            return "<KID\(algorithm)\(checksum) VALUE=\"\(Self.value(of: key.id))\"></KID>"
        }
        return "<PROTECTINFO><KIDS>\(list.joined())</KIDS></PROTECTINFO>"
    }

    private static func value(of id: UUID) -> String { Base64.encode(PlayReadyGUID.bytes(of: id)) }
}
