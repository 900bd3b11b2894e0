package import Ciphers

/// Reads CPIX documents of all dialects.
package enum CPIXReader {
    /// The document; keys that are encrypted are opened with `privateKey`, without one they stay nil.
    ///
    /// Message authentication codes are checked before anything is decrypted.
    package static func read(
        _ bytes: borrowing SecretBytes,
        privateKey: PrivateKey? = nil
    ) throws(CPIXError) -> CPIXDocument {
        throw .inexpressible(reason: "not there yet")
    }
}
