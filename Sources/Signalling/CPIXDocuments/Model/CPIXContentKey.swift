package import Ciphers
package import FoundationEssentials

/// A content key with its attributes (`ContentKey`).
package struct CPIXContentKey: Sendable {
    /// The form of a key's value in a document.
    package enum Form: String, Sendable {
        /// The document has no value, as in a request.
        case absent
        /// The value is in the clear.
        case plain
        /// The value is encrypted to recipients.
        case encrypted
    }

    /// The id of the key (`@kid`).
    package var kid: UUID
    /// The IV (`@explicitIV`), 16 bytes, or nil if the document has none.
    package var explicitIV: InitializationVector?
    /// The protection scheme (`@commonEncryptionScheme`), such as `cbcs` or `cenc`, or nil if it is not
    /// stated.
    package var scheme: String?
    /// The id of the content (`@contentId`, CPIX 2.4 only), or nil if it is that of the document.
    package var contentID: String?
    /// The id of the root key (`@dependsOnKey`) for a leaf of a key hierarchy, otherwise nil.
    package var dependsOnKey: UUID?
    /// The HDCP level (`HDCPData@HLSHDCPLevel`, CPIX 2.4 only), or nil if there is none.
    package var hdcpLevel: String?
    /// The form in which the document has the value.
    package var form: Form
    /// The value, or nil in a request, or if it is encrypted and no recipient's private key was given.
    package var key: ContentKey?

    /// Creates a content key from its parts; one with a value is in the clear.
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
