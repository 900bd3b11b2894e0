package import KeyStore

extension KeyEncryptionKey {
    /// That of a text in the place of `FAIRLEAD_KEK`.
    package convenience init(hexadecimal text: String) throws(KeyStoreError) {
        let digits = Array(text.utf8)
        try self.init(hexadecimal: digits.span)
    }
}
