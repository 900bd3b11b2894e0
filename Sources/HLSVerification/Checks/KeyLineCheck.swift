import HLSPlaylists

/// Tells whether a key line is one of AES-128 with the identity key format (RFC 8216bis 4.4.4.4), which is what can be
/// checked.
enum KeyLineCheck {
    /// What is wrong with the line, in words.
    static func fault(of key: EncryptionKey) -> String? {
        guard key.method == .aes128 else {
            return "the key cannot be checked by this version (METHOD=\(key.method.name), expected AES-128)"
        }
        guard key.keyFormat == EncryptionKey.identity else {
            return "AES-128 with KEYFORMAT \"\(key.keyFormat)\" (expected none)"
        }
        let versions = key.effectiveKeyFormatVersions
        guard versions.split(separator: "/").contains("1") else {
            return "the identity key format has no version but 1 (KEYFORMATVERSIONS=\"\(versions)\")"
        }
        return nil
    }
}
