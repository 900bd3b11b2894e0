package import KeyStore

/// The keys of an imported file.
package struct KeyImport: Sendable {
    /// The keys in the order of the file, without repetitions.
    package let keys: [ImportedKey]
    /// Warnings about unusual keys, for people; they never contain a byte of a key.
    package let warnings: [String]
}
