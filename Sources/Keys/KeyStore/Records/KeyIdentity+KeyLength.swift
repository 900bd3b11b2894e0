package import ProtectionTerms

extension KeyIdentity {
    /// Throws if a key in the same generation of the title has another length, because the lengths are for
    /// different methods.
    ///
    /// - Parameters:
    ///   - length: the length of the key that will be stored.
    ///   - other: the identity of the other key.
    ///   - otherLength: the length of the other key.
    /// - Throws: `.mixedKeyLengths`.
    package func checkKeyLength(
        _ length: KeyLength,
        beside other: KeyIdentity,
        _ otherLength: KeyLength
    ) throws(KeyStoreError) {
        guard length != otherLength else { return }
        throw .mixedKeyLengths(
            self,
            count: length.byteCount,
            other: other,
            otherCount: otherLength.byteCount
        )
    }
}
