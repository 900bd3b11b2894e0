package import ProtectionTerms

extension KeyIdentity {
    /// Refuses a key beside one of the same generation of its title that has another length: they are for different methods.
    ///
    /// - Parameters:
    ///   - length: how long the key is that is going to be stored.
    ///   - other: what the other key is for.
    ///   - otherLength: how long that is.
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
