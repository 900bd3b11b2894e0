/// The label of a value that is derived from a key: it says what the value is for, so that no value of one use is that of another.
///
/// All of them are here, and all functions that derive take one of these. Behind a label that others follow there is a byte of 0,
/// which no label has. Where a key is a content key, what is derived may be published (see
/// docs/internals/key-dependence.md).
package enum DerivationLabel: String, CaseIterable, Sendable {
    // Under a content key.
    /// The IV of a segment of AES-128.
    case wholeSegmentIV = "fairlead aes-128 segment iv"
    /// The IV of an initialization section of AES-128.
    case wholeInitializationIV = "fairlead aes-128 initialization iv"
    /// The IV of the first sample of a segment in cenc.
    case sampleIV = "fairlead cenc segment iv"
    /// The same of an initialization section, which has no samples.
    case initializationSampleIV = "fairlead cenc initialization iv"
    /// The key of the code over the clear bytes of a segment of AES-256-GCM.
    case sealedDigestKey = "fairlead aes-256-gcm digest key"
    /// The key under which the IVs of AES-256-GCM are derived.
    case sealedVectorKey = "fairlead aes-256-gcm vector key"

    // Under that key of AES-256-GCM.
    /// The IV of a segment of AES-256-GCM.
    case sealedSegmentIV = "fairlead aes-256-gcm segment iv"
    /// The IV of an initialization section of AES-256-GCM.
    case sealedInitializationIV = "fairlead aes-256-gcm initialization iv"

    // Under a master secret (`--derive-from`).
    /// A content key of 16 bytes.
    case contentKey = "fairlead content key"
    /// A content key of 32 bytes.
    case longContentKey = "fairlead content key of 256 bits"
    /// The IV of a record.
    case recordIV = "fairlead initialization vector"
    /// The id of a key.
    case keyID = "fairlead key id"

    // Under secrets of a key store; nothing follows those of `keyTagKey` and `fingerprint`.
    /// The IV that a key server is asked to take for a key.
    case requestedIV = "fairlead initialization vector of a key server's key"
    /// The key under which a key store keeps what was published.
    case publishedTreeKey = "fairlead published tree key"
    /// The key of the tags by which equal keys are found.
    case keyTagKey = "fairlead-key-tag"
    /// The digits that tell one key-encryption key from another.
    case fingerprint = "fairlead key-encryption key fingerprint"

    /// The bytes, UTF-8.
    package var bytes: [UInt8] { Array(rawValue.utf8) }
}
