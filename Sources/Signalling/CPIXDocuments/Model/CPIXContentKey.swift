package import Ciphers
package import FoundationEssentials

/// `ContentKey`.
package struct CPIXContentKey: Sendable {
    /// How a document has a key.
    package enum Form: String, Sendable {
        /// Not at all, as in a request.
        case absent
        /// For everybody to read.
        case plain
        /// For recipients to read.
        case encrypted
    }

    /// `@kid`.
    package var kid: UUID
    /// `@explicitIV`, 16 bytes.
    package var explicitIV: InitializationVector?
    /// `@commonEncryptionScheme`: `cbcs`, `cenc`, ...
    package var scheme: String?
    /// `@contentId`, of 2.4.
    package var contentID: String?
    /// `@dependsOnKey`: a leaf of a key hierarchy.
    package var dependsOnKey: UUID?
    /// `HDCPData@HLSHDCPLevel`, of 2.4.
    package var hdcpLevel: String?
    /// How the document has the key.
    package var form: Form
    /// The key; nil in a request, and where no recipient's private key was given.
    package var key: ContentKey?

    /// A content key from its parts.
    package init(
        kid: UUID,
        explicitIV: InitializationVector? = nil,
        scheme: String? = nil,
        contentID: String? = nil,
        dependsOnKey: UUID? = nil,
        key: ContentKey? = nil,
        hdcpLevel: String? = nil
    ) {
        self.kid = kid
        self.explicitIV = explicitIV
        self.scheme = scheme
        self.contentID = contentID
        self.dependsOnKey = dependsOnKey
        self.key = key
        self.hdcpLevel = hdcpLevel
        form = key == nil ? .absent : .plain
    }
}
