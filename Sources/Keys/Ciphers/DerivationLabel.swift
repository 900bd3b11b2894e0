/// The label of a value derived from a key: it names the purpose, so that no two purposes give the same
/// value.
///
/// All labels are here, and all deriving functions take one. If more data follow a label, a zero byte
/// separates them, which no label contains. Values derived from a content key may be published (see
/// docs/internals/key-dependence.md).
package enum DerivationLabel: String, CaseIterable, Sendable {
    // Derived from a content key.
    /// The IV of an AES-128 segment.
    case wholeSegmentIV = "fairlead aes-128 segment iv"
    /// The IV of an AES-128 initialization section.
    case wholeInitializationIV = "fairlead aes-128 initialization iv"
    /// The IV of the first sample of a cenc segment.
    case sampleIV = "fairlead cenc segment iv"
    /// The IV for an initialization section in cenc, which has no samples.
    case initializationSampleIV = "fairlead cenc initialization iv"
    /// The key of the MAC over the clear bytes of an AES-256-GCM segment.
    case gcmMACKey = "fairlead aes-256-gcm digest key"
    /// The key from which the IVs for AES-256-GCM are derived.
    case gcmIVKey = "fairlead aes-256-gcm vector key"

    // Derived from the key of `gcmIVKey`.
    /// The IV of an AES-256-GCM segment.
    case gcmSegmentIV = "fairlead aes-256-gcm segment iv"
    /// The IV of an AES-256-GCM initialization section.
    case gcmInitializationIV = "fairlead aes-256-gcm initialization iv"

    // Derived from a master secret (`--derive-from`).
    /// A content key of 16 bytes.
    case contentKey = "fairlead content key"
    /// A content key of 32 bytes.
    case longContentKey = "fairlead content key of 256 bits"
    /// The IV of a key record.
    case recordIV = "fairlead initialization vector"
    /// A key id.
    case keyID = "fairlead key id"

    // Derived from secrets of a key store. No data follow the labels `keyTagKey` and `fingerprint`.
    /// The IV that a key server is asked to use with a key.
    case requestedIV = "fairlead initialization vector of a key server's key"
    /// The key that encrypts and digests lists of published files in a key store.
    case publishedTreeKey = "fairlead published tree key"
    /// The key of the tags that identify equal keys in a key store.
    case keyTagKey = "fairlead-key-tag"
    /// The fingerprint that distinguishes key-encryption keys.
    case fingerprint = "fairlead key-encryption key fingerprint"

    /// The label in UTF-8.
    package var bytes: [UInt8] { Array(rawValue.utf8) }
}
