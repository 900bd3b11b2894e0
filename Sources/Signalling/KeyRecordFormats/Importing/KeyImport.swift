package import KeyStore

/// What a file of keys holds.
package struct KeyImport: Sendable {
    /// The keys in the order of the file, each once.
    package let keys: [ImportedKey]
    /// What is odd about them, for people; never a key byte.
    package let warnings: [String]
}
